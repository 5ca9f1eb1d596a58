#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/ledger/charge.hpp"

namespace discreet {

/// Whether the bytes are well-formed UTF-8 (Unicode 15, table 3-7): no overlong form, no surrogate.
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

/// Whether everything in a UTF-8 text can be seen: no control character (C0, DEL, C1), no separator of
/// lines or paragraphs, and none of the format characters that show nothing or turn the direction of
/// writing. The joiners that Persian and Indic scripts are written with are seen in what they join.
[[nodiscard]] bool is_visible(std::string_view text);

/// How a character that cannot be seen is written, from its number in Unicode.
using WriteHidden = std::function<std::string(std::uint32_t)>;

/// The text with each character that cannot be seen written as \u{202e}, or in a way of the caller's.
[[nodiscard]] std::string made_visible(std::string_view text);
[[nodiscard]] std::string made_visible(std::string_view text, const WriteHidden& write);

/// The text as text and nothing else wherever in a page of HTML it stands, with what cannot be seen made visible.
[[nodiscard]] std::string escaped_html(std::string_view text);

/// Whether a ledger's address is that of a server, postgresql://…, and no path.
[[nodiscard]] bool is_server_address(std::string_view address) noexcept;

/// Refuses what is neither a path nor the address of a server, as one with a misspelled scheme or in the words of another
/// program; it is not shown, since it may hold a password.
///
/// Throws    Error{bad_parameter}.
void require_address(std::string_view address);

/// The name of the user that this process acts for, or its number: who asks, unless somebody says.
std::string user_name();

/// The address of a ledger as it may be shown and written down: a path as it is, of a URL the user, hosts, port and
/// database, and never a password.
[[nodiscard]] std::string shown_address(const std::string& address);

/// "adding or removing one patient": the neighbours of a dataset.
std::string neighbors_in_words(Neighbors neighbors, const std::string& unit);

/// The (epsilon, delta) of what was spent, had these charges been fixed beforehand; nothing where nothing is added up
/// in rho or steps. The delta is the budget's, or 1e-6 and the slack where it has none.
///
/// No guarantee: what is proved of charges that were chosen on the way is proved of the whole budget.
[[nodiscard]] std::optional<Amounts> spent_if_fixed(const DatasetState& state);
[[nodiscard]] std::optional<Amounts> spent_if_fixed(const GroupState& state);

/// Where a ledger went and how it came to where it is, a sentence each; nothing of one that was never copied.
[[nodiscard]] std::vector<std::string> moves_in_words(const std::optional<Move>& moved,
                                                      const std::optional<Move>& copied,
                                                      bool unfinished);

/// A ledger for people: each group, each dataset, what is left, and its charges.
std::string ledger_text(const LedgerContents& contents);

/// The same as a page for whoever answers for the budget: every budget as a bar, what was spent over time, the promise
/// in plain words, every charge. One HTML file that asks no network for anything and is read without its script.
///
/// Law       a name is shown as it is and is never markup; only the page's own script runs.
std::string ledger_report(const LedgerContents& contents, const std::string& name);

/// Its first part as a small HTML table, for notebooks.
std::string ledger_summary(const LedgerContents& contents);

}  // namespace discreet
