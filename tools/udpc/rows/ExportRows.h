//===- ExportRows.h - Formats of udpc export for databases -----*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ROWS_EXPORTROWS_H
#define UDPC_TOOLS_UDPC_ROWS_EXPORTROWS_H

#include "tools/udpc/export/formats/ExportInput.h"

namespace udpc {

llvm::Error exportRows(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportRowsTsv(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportOpenMetrics(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportPrometheus(const ExportInput &Input, llvm::raw_ostream &OS);

/// The rows of \p Sum, a sum of profiles. Fails for files in Cachegrind's
/// format, and if the profiles are of several builds of one module.
/// BuildIds of \p Batch are filled in.
llvm::Expected<std::vector<ProfileRow>>
rowsOf(const ProfileSum &Sum, RowOptions Options, RowBatch &Batch);

/// This machine's name.
std::string hostName();
/// Identifies \p Content from \p Host: 16 hexadecimal digits.
std::string batchName(llvm::StringRef Content, llvm::StringRef Host);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ROWS_EXPORTROWS_H
