// Kubeconfigs as the clouds' own tools write them (kubernetes-client 2.3), and what each comes to.
#include "config_desk.hpp"

#include <doctest/doctest.h>

using kgpu::kube::Access;
using kgpu::kube::ConfigFlags;
using kgpu::kube::ExecLogin;
using kgpu::testing::ConfigDesk;
using Strings = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

namespace {

/// base64 of k_some_certificate, by coreutils' base64.
const std::string k_authority = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUIKLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=";

ExecLogin exec_of(const Access& access) {
  return std::get<ExecLogin>(access.login);
}

}  // namespace

TEST_CASE("EKS: aws eks update-kubeconfig --role-arn --profile --proxy-url") {
  const std::string arn = "arn:aws:eks:eu-west-1:111122223333:cluster/prod";
  ConfigDesk desk("apiVersion: v1\nclusters:\n- cluster:\n    certificate-authority-data: " + k_authority + R"(
    proxy-url: http://proxy.corp.test:3128
    server: https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com
  name: )" + arn + R"(
contexts:
- context:
    cluster: )" + arn +
                  R"(
    user: )" + arn +
                  R"(
  name: )" + arn + R"(
current-context: )" +
                  arn + R"(
kind: Config
preferences: {}
users:
- name: )" + arn + R"(
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - --region
      - eu-west-1
      - eks
      - get-token
      - --cluster-name
      - prod
      - --output
      - json
      - --role
      - arn:aws:iam::111122223333:role/Admin
      command: aws
      env:
      - name: AWS_PROFILE
        value: prod
)");
  const Access access = desk.resolve();
  CHECK(access.server == "https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com");
  CHECK(access.context == arn);
  CHECK(access.user == arn);
  CHECK(access.proxy_url == "http://proxy.corp.test:3128");
  CHECK(access.ca_pem == kgpu::testing::k_some_certificate);
  const ExecLogin login = exec_of(access);
  CHECK(login.command == "aws");
  CHECK(login.args == Strings{"--region", "eu-west-1", "eks", "get-token", "--cluster-name", "prod", "--output", "json",
                              "--role", "arn:aws:iam::111122223333:role/Admin"});
  CHECK(login.env == Pairs{{"AWS_PROFILE", "prod"}});
  CHECK(login.interactive == ExecLogin::Interactive::if_available);
  CHECK(!login.provide_cluster_info);
}

TEST_CASE("EKS: eksctl, and aws-iam-authenticator") {
  ConfigDesk desk(
      "apiVersion: v1\nkind: Config\ncurrent-context: me@prod.eu-west-1.eksctl.io\n"
      "clusters:\n- cluster:\n    certificate-authority-data: " +
      k_authority + R"(
    server: https://0123.sk1.eu-west-1.eks.amazonaws.com
  name: prod.eu-west-1.eksctl.io
contexts:
- context: {cluster: prod.eu-west-1.eksctl.io, user: me@prod.eu-west-1.eksctl.io}
  name: me@prod.eu-west-1.eksctl.io
- context: {cluster: prod.eu-west-1.eksctl.io, user: authenticator}
  name: old
users:
- name: me@prod.eu-west-1.eksctl.io
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args: [eks, get-token, --output, json, --cluster-name, prod, --region, eu-west-1]
      command: aws
      env:
      - name: AWS_STS_REGIONAL_ENDPOINTS
        value: regional
      provideClusterInfo: false
- name: authenticator
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args: [token, -i, prod, -r, "arn:aws:iam::111122223333:role/Admin"]
      command: aws-iam-authenticator
      env: null
)");
  CHECK(exec_of(desk.resolve()).env == Pairs{{"AWS_STS_REGIONAL_ENDPOINTS", "regional"}});
  ConfigFlags flags;
  flags.context = "old";
  CHECK(exec_of(desk.resolve(flags)).command == "aws-iam-authenticator");
  CHECK(exec_of(desk.resolve(flags)).env.empty());
}

TEST_CASE("GKE: gcloud container clusters get-credentials") {
  ConfigDesk desk(
      "apiVersion: v1\nkind: Config\ncurrent-context: gke_proj_us-central1_prod\nclusters:\n- cluster:\n"
      "    certificate-authority-data: " +
      k_authority + R"(
    server: https://203.0.113.10
  name: gke_proj_us-central1_prod
contexts:
- context: {cluster: gke_proj_us-central1_prod, user: gke_proj_us-central1_prod}
  name: gke_proj_us-central1_prod
users:
- name: gke_proj_us-central1_prod
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args: null
      command: gke-gcloud-auth-plugin
      env: null
      installHint: Install gke-gcloud-auth-plugin for use with kubectl by following
        https://cloud.google.com/kubernetes-engine/docs/how-to/cluster-access-for-kubectl#install_plugin
      interactiveMode: IfAvailable
      provideClusterInfo: true
)");
  const ExecLogin login = exec_of(desk.resolve());
  CHECK(login.command == "gke-gcloud-auth-plugin");
  CHECK(login.args.empty());
  CHECK(login.provide_cluster_info);
  CHECK(login.install_hint.starts_with("Install gke-gcloud-auth-plugin for use with kubectl by following https://"));
}

TEST_CASE("AKS: kubelogin convert-kubeconfig, and the certificate of az aks get-credentials --admin") {
  ConfigDesk desk(
      "apiVersion: v1\nkind: Config\ncurrent-context: prod\nclusters:\n- cluster:\n"
      "    certificate-authority-data: " +
      k_authority + R"(
    server: https://prod-dns-0a1b2c3d.hcp.westeurope.azmk8s.io:443
  name: prod
contexts:
- context: {cluster: prod, user: clusterUser_rg_prod}
  name: prod
- context: {cluster: prod, user: clusterAdmin_rg_prod}
  name: prod-admin
users:
- name: clusterUser_rg_prod
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - get-token
      - --login
      - azurecli
      - --server-id
      - 6dae42f8-4368-4678-94ff-3960e28e3630
      command: kubelogin
      env: null
      installHint: |2

        kubelogin is not installed which is required to connect to AAD enabled cluster.

        To learn more, please go to https://aka.ms/aks/kubelogin
      provideClusterInfo: false
- name: clusterAdmin_rg_prod
  user:
    client-certificate-data: )" +
      k_authority + R"(
    client-key-data: LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0tLS0tCk1IY0MKLS0tLS1FTkQgRUMgUFJJVkFURSBLRVktLS0tLQo=
    token: 0a1b2c3d4e5f
)");
  CHECK(exec_of(desk.resolve()).args ==
        Strings{"get-token", "--login", "azurecli", "--server-id", "6dae42f8-4368-4678-94ff-3960e28e3630"});
  ConfigFlags flags;
  flags.context = "prod-admin";
  const Access access = desk.resolve(flags);  // certificate and token are both sent (2.1)
  CHECK(access.client_certificate_pem == kgpu::testing::k_some_certificate);
  CHECK(std::get<kgpu::kube::TokenLogin>(access.login).token == "0a1b2c3d4e5f");
}
