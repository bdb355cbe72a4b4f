// The least that listing can cost: the same pages over one connection, page after page, to nowhere.
//
//   list_floor SERVER CA CERT KEY PATH...     prints pages and decompressed bytes
//
// As `curl --http2 --compressed -A x` would: same Accept and page size as ours, the token taken from the first bytes of
// each page (ListMeta comes first).
#include <curl/curl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Page {
  std::string head;  // enough to hold the token
  std::uint64_t bytes = 0;
};

std::size_t take(char* data, std::size_t /*one*/, std::size_t size, void* user) {
  auto& page = *static_cast<Page*>(user);
  page.bytes += size;
  if (page.head.size() < 4096) {
    page.head.append(data, size < 4096 ? size : 4096);
  }
  return size;
}

std::uint64_t varint(const std::string& text, std::size_t& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; at < text.size(); shift += 7) {
    const auto byte = static_cast<unsigned char>(text[at++]);
    value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
    if ((byte & 0x80U) == 0) {
      break;
    }
  }
  return value;
}

/// ListMeta.continue of a page in protobuf; empty on the last.
std::string token_of(const std::string& head) {
  std::size_t at = 5;  // k8s\0, tag of typeMeta
  const std::uint64_t type_meta = varint(head, at);
  at += type_meta + 1;     // and the tag of raw
  (void)varint(head, at);  // raw's length
  ++at;                    // tag of ListMeta
  const std::uint64_t length = varint(head, at);
  for (const std::size_t end = at + length; at < end;) {
    const auto tag = static_cast<unsigned char>(head[at++]);
    if ((tag & 7U) == 0) {
      (void)varint(head, at);
      continue;
    }
    const std::uint64_t size = varint(head, at);
    if (tag >> 3U == 3) {
      return head.substr(at, size);
    }
    at += size;
  }
  return {};
}

}  // namespace

int main(int count, char** words) {
  if (count < 6) {
    std::fputs("usage: list_floor SERVER CA CERT KEY PATH?limit=N...\n", stderr);
    return 2;
  }
  CURL* const curl = curl_easy_init();
  curl_slist* const headers =
      curl_slist_append(nullptr, "Accept: application/vnd.kubernetes.protobuf, application/json");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_USERAGENT, "x");
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS);
  curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "gzip");
  curl_easy_setopt(curl, CURLOPT_CAINFO, words[2]);
  curl_easy_setopt(curl, CURLOPT_SSLCERT, words[3]);
  curl_easy_setopt(curl, CURLOPT_SSLKEY, words[4]);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
  for (int i = 5; i < count; ++i) {
    std::string token;
    do {
      Page page;
      std::string url = std::string(words[1]) + words[i];
      if (!token.empty()) {
        char* const escaped = curl_easy_escape(curl, token.data(), static_cast<int>(token.size()));
        url += std::string("&continue=") + escaped;
        curl_free(escaped);
      }
      curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
      curl_easy_setopt(curl, CURLOPT_WRITEDATA, &page);
      const CURLcode code = curl_easy_perform(curl);
      long status = 0;
      curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
      if (code != CURLE_OK || status != 200) {
        std::fprintf(stderr, "list_floor: %s: %s, HTTP %ld\n", url.c_str(), curl_easy_strerror(code), status);
        return 1;
      }
      ++pages;
      bytes += page.bytes;
      token = token_of(page.head);
    } while (!token.empty());
  }
  std::printf("%llu pages, %llu bytes\n", static_cast<unsigned long long>(pages),
              static_cast<unsigned long long>(bytes));
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return 0;
}
