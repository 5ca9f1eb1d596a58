#pragma once

#include <libpq-fe.h>

namespace discreet::detail {

/// The functions of libpq that a ledger calls.
struct Libpq {
  decltype(&PQclear) clear;
  decltype(&PQcmdStatus) command_status;
  decltype(&PQconnectdbParams) connect;
  decltype(&PQconninfoFree) free_options;
  decltype(&PQconninfoParse) parse_options;
  decltype(&PQerrorMessage) error_message;
  decltype(&PQexecParams) run;
  decltype(&PQfinish) finish;
  decltype(&PQfreemem) free;
  decltype(&PQgetisnull) is_null;
  decltype(&PQgetlength) length;
  decltype(&PQgetvalue) value;
  decltype(&PQnfields) columns;
  decltype(&PQntuples) rows;
  decltype(&PQpass) password;
  decltype(&PQresultErrorField) error_field;
  decltype(&PQresultStatus) result_status;
  decltype(&PQsetNoticeReceiver) set_notice_receiver;
  decltype(&PQsocket) socket;
  decltype(&PQstatus) status;
  decltype(&PQtransactionStatus) transaction_status;
};

/// libpq as this machine has it, found when a ledger on a server is first asked for, and kept: two dozen libraries come
/// with it, which every start of a program would wait for.
///
/// Throws    Error{ledger} if the machine has none.
const Libpq& libpq();

}  // namespace discreet::detail
