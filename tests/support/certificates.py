"""Certificates for loopback servers, made by the openssl program in a folder of the test's own."""
import pathlib
import subprocess
import threading


def openssl(*words):
    done = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"openssl {' '.join(map(str, words))}:\n{done.stderr}")


class Authority:
    """A root that signs certificates; each is a pair of files NAME.crt, NAME.key."""

    def __init__(self, folder, name="ca"):
        self.folder, self.name = pathlib.Path(folder), name
        self.certificate, self.key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30",
                "-subj", f"/CN={name}", "-addext", "basicConstraints=critical,CA:TRUE",
                "-keyout", self.key, "-out", self.certificate)
        self.lock = threading.Lock()  # `openssl ca` keeps a file of what it signed
        self.index = self.folder / f"{name}.index"
        self.index.write_text("")
        self.settings = self.folder / f"{name}.cnf"
        self.settings.write_text(f"""[ca]
default_ca = it
[it]
database = {self.index}
new_certs_dir = {self.folder}
certificate = {self.certificate}
private_key = {self.key}
default_md = sha256
rand_serial = yes
unique_subject = no
policy = any
copy_extensions = copy
[any]
commonName = optional
organizationName = optional
""")

    def sign(self, name, names, subject="/CN=server", start="20200101000000Z", end="20400101000000Z"):
        """`names` as in subjectAltName: `DNS:kube.test,IP:127.0.0.1`; empty for none."""
        request, certificate, key = (self.folder / f"{name}.{kind}" for kind in ("csr", "crt", "key"))
        extension = ["-addext", f"subjectAltName={names}"] if names else []
        openssl("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", subject,
                *extension, "-keyout", key, "-out", request)
        with self.lock:
            openssl("ca", "-batch", "-notext", "-config", self.settings, "-in", request, "-out", certificate,
                    "-startdate", start, "-enddate", end)
        return certificate, key
