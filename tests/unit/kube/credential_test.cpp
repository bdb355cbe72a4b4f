// kubernetes-client 37 to 39: tokens, token files and passwords.
#include "login_desk.hpp"

#include <doctest/doctest.h>

using kgpu::Error;
using kgpu::kube::BasicLogin;
using kgpu::kube::TokenFileLogin;
using kgpu::kube::TokenLogin;
using kgpu::testing::LoginDesk;
using namespace std::chrono_literals;

TEST_CASE("kubernetes-client 37: a token with a line break is refused and not shown") {
  using namespace std::string_literals;
  LoginDesk desk;
  for (const std::string& bad : {"abc\nX-Evil: 1"s, "abc\r"s, "a\0b"s, "abc\x7f"s}) {
    desk.access.login = TokenLogin{bad};
    CHECK_THROWS_WITH_AS((void)desk.log_in(), "the token holds a line break or another control character", Error);
  }
  desk.access.login = TokenLogin{"k8s-aws-v1.aHR0cHM6"};
  CHECK(desk.log_in()->current().authorization == "Bearer k8s-aws-v1.aHR0cHM6");
}

TEST_CASE("kubernetes-client 38: a token file is read again within a minute") {
  LoginDesk desk;
  desk.files.texts["token"] = " t1\r\n\n";
  desk.access.login = TokenFileLogin{.path = "token", .fallback_token = "inline"};
  const auto login = desk.log_in();
  CHECK(login->current().authorization == "Bearer t1");
  desk.files.texts["token"] = "t2";
  desk.now += 49s;
  CHECK(login->current().authorization == "Bearer t1");
  desk.now += 1s;
  CHECK(login->current().authorization == "Bearer t2");
  CHECK(desk.files.log.size() == 2);
}

TEST_CASE("kubernetes-client 39: the last good token stays when its file is gone or empty") {
  LoginDesk desk;
  desk.files.texts["token"] = "t1";
  desk.access.login = TokenFileLogin{.path = "token", .fallback_token = {}};
  const auto login = desk.log_in();
  CHECK(login->current().authorization == "Bearer t1");
  desk.files.texts.clear();
  desk.now += 60s;
  CHECK(login->current().authorization == "Bearer t1");
  desk.files.texts["token"] = "\n";
  desk.now += 60s;
  CHECK(login->current().authorization == "Bearer t1");

  // At the start there is no last one.
  CHECK_THROWS_WITH_AS((void)desk.log_in()->current(), "the token file 'token' is empty", Error);
  desk.files.texts.clear();
  CHECK_THROWS_WITH_AS((void)desk.log_in()->current(), "open token: no such file or directory", Error);
  desk.access.login = TokenFileLogin{.path = "token", .fallback_token = "inline"};
  CHECK(desk.log_in()->current().authorization == "Bearer inline");
}

TEST_CASE("credentials: a 401 makes a token file be read once more") {
  LoginDesk desk;
  desk.files.texts["token"] = "t1";
  desk.access.login = TokenFileLogin{.path = "token", .fallback_token = {}};
  const auto login = desk.log_in();
  const auto first = login->current().generation;
  CHECK(!login->refresh(first));  // the same token again would be the same answer
  desk.now += 61s;
  desk.files.texts["token"] = "t2";
  CHECK(login->refresh(first));
  CHECK(login->current().authorization == "Bearer t2");
  CHECK(login->refresh(first));  // one of an older generation is only repeated (11.8)
  desk.files.texts["token"] = "t3";
  CHECK(!login->refresh(login->current().generation));  // and none for a minute
}

TEST_CASE("credentials: user and password, or none") {
  LoginDesk desk;
  desk.access.login = BasicLogin{.username = "Aladdin", .password = "open sesame"};  // the example of RFC 7617
  CHECK(desk.log_in()->current().authorization == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
  desk.access.login = {};
  const auto none = desk.log_in();
  CHECK(none->current().authorization == "");
  CHECK(!none->refresh(none->current().generation));
}
