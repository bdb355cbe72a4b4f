"""Keys and certificates of a test cluster, made by openssl. Valid for two days, never anywhere but in its folder."""
import pathlib
import subprocess

DAYS = "2"
CURVE = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
SERVER_NAMES = "DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc,IP:127.0.0.1,IP:::1,IP:10.0.0.1"


def openssl(*arguments):
    done = subprocess.run(["openssl", *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"openssl {arguments[0]} failed: {done.stderr.strip()}")


def subject(user, groups):
    escaped = (part.replace("\\", "\\\\").replace("/", "\\/") for part in (*(f"O={group}" for group in groups), f"CN={user}"))
    return "/" + "/".join(escaped)


class Authority:
    """A certificate authority in `folder`: NAME.crt and NAME.key."""

    def __init__(self, folder, name="ca"):
        self.folder = pathlib.Path(folder)
        self.certificate, self.key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        if not self.certificate.exists():
            openssl("req", "-x509", *CURVE, "-nodes", "-days", DAYS, "-subj", f"/CN=kubectl-gpu test {name}",
                    "-addext", "keyUsage=critical,keyCertSign,cRLSign",
                    "-keyout", self.key, "-out", self.certificate)

    def issue(self, name, subject_line, *extensions):
        """(certificate, key) of a leaf that this authority signed."""
        certificate, key = self.folder / f"{name}.crt", self.folder / f"{name}.key"
        added = [word for extension in ("basicConstraints=critical,CA:FALSE", *extensions)
                 for word in ("-addext", extension)]
        openssl("req", "-x509", "-CA", self.certificate, "-CAkey", self.key, *CURVE, "-nodes", "-days", DAYS,
                "-subj", subject_line, *added, "-keyout", key, "-out", certificate)
        return certificate, key

    def server(self, name="server", names=SERVER_NAMES):
        return self.issue(name, "/CN=kube-apiserver", "extendedKeyUsage=serverAuth", f"subjectAltName={names}")

    def client(self, name, user, groups=()):
        return self.issue(name, subject(user, groups), "extendedKeyUsage=clientAuth")


def signing_key(folder):
    """(private, public) key for signing the tokens of ServiceAccounts."""
    private, public = folder / "service-account.key", folder / "service-account.pub"
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", private)
    openssl("pkey", "-in", private, "-pubout", "-out", public)
    return private, public
