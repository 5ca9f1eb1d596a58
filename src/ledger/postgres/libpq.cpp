#include "ledger/postgres/libpq.hpp"

#include <string>

#include "ledger/naming.hpp"

#ifdef DISCREET_LINK_LIBPQ
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): else it is its name that is looked for
#define DISCREET_OF_LIBPQ(name) &(name)
#else
#include <dlfcn.h>
#define DISCREET_OF_LIBPQ(name) function<decltype(name)>(#name)
#endif

namespace discreet::detail {
namespace {

#ifndef DISCREET_LINK_LIBPQ

// What is wrong is the machine's libpq, and is said of it: libpq alone would have told which address must not be shown.
void* library() {
  // The only version of its interface since 2005.
  void* const found = ::dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (found == nullptr) {
    const char* const said = ::dlerror();
    throw NamedError{ErrorKind::ledger,
                     "a ledger on a PostgreSQL server needs libpq (Debian's package libpq5): " +
                         std::string{said == nullptr ? "it was not found" : said}};
  }
  return found;
}

template <class Function>
Function* function(const char* name) {
  static void* const all = library();
  void* const found = ::dlsym(all, name);
  if (found == nullptr) {
    throw NamedError{ErrorKind::ledger,
                     "libpq of this machine has no function " + std::string{name}};
  }
  return reinterpret_cast<Function*>(found);
}

#endif

Libpq found() {
  return {
      .clear = DISCREET_OF_LIBPQ(PQclear),
      .command_status = DISCREET_OF_LIBPQ(PQcmdStatus),
      .connect = DISCREET_OF_LIBPQ(PQconnectdbParams),
      .free_options = DISCREET_OF_LIBPQ(PQconninfoFree),
      .parse_options = DISCREET_OF_LIBPQ(PQconninfoParse),
      .error_message = DISCREET_OF_LIBPQ(PQerrorMessage),
      .run = DISCREET_OF_LIBPQ(PQexecParams),
      .finish = DISCREET_OF_LIBPQ(PQfinish),
      .free = DISCREET_OF_LIBPQ(PQfreemem),
      .is_null = DISCREET_OF_LIBPQ(PQgetisnull),
      .length = DISCREET_OF_LIBPQ(PQgetlength),
      .value = DISCREET_OF_LIBPQ(PQgetvalue),
      .columns = DISCREET_OF_LIBPQ(PQnfields),
      .rows = DISCREET_OF_LIBPQ(PQntuples),
      .password = DISCREET_OF_LIBPQ(PQpass),
      .error_field = DISCREET_OF_LIBPQ(PQresultErrorField),
      .result_status = DISCREET_OF_LIBPQ(PQresultStatus),
      .set_notice_receiver = DISCREET_OF_LIBPQ(PQsetNoticeReceiver),
      .socket = DISCREET_OF_LIBPQ(PQsocket),
      .status = DISCREET_OF_LIBPQ(PQstatus),
      .transaction_status = DISCREET_OF_LIBPQ(PQtransactionStatus),
  };
}

}  // namespace

const Libpq& libpq() {
  static const Libpq all = found();
  return all;
}

}  // namespace discreet::detail
