/**
 * The workbench's functions in Wolfram Language, for built-in tools of the reference: each is called with an
 * association of the tool's arguments and returns Markdown.
 */

/** `symbols` is a list of names. */
export const defineSymbols = String.raw`
shortName[name_] := Last[StringSplit[name, "${'`'}"]];
symbolNameQ[name_] := StringMatchQ[name, RegularExpression["${'`'}?[\\p{L}$][\\p{L}\\d$]*(${'`'}[\\p{L}$][\\p{L}\\d$]*)*"]];
failure[name_, text_] := "# " <> name <> "\n\nError: " <> text;

SetAttributes[written, HoldAll];
written[symbol_] := Internal${'`'}InheritedBlock[{symbol},
  Quiet[Unprotect[symbol]; ClearAttributes[symbol, ReadProtected]];
  ToString[Definition[symbol], InputForm]];

bounded[text_, max_] := If[StringLength[text] <= max, text,
  StringTake[text, max] <> "\n(* " <> ToString[StringLength[text] - max] <> " characters are left out: raise maxLength. *)"];

define[name_, max_] := Which[
  ! symbolNameQ[name], failure[name, "it is not the name of a symbol."],
  Names[name] === {}, failure[name, "there is no such symbol in this kernel."],
  SubsetQ[Attributes[name], {Locked, ReadProtected}], failure[name, "it is Locked and ReadProtected."],
  True, With[{text = ToExpression[name, InputForm, written]},
    If[MemberQ[{"Null", ""}, text],
      "# " <> shortName[name] <> "\n\nIt has no definitions in the Wolfram Language.",
      "# " <> shortName[name] <> "\n\n## Definition\n\n${'```'}wl\n" <> bounded[text, max] <> "\n${'```'}"]]];

contextsOf[names_] := "## Contexts\n\n${'```'}json\n" <>
  ExportString[GroupBy[Select[names, symbolNameQ[#] && Names[#] =!= {} &], Context, Map[shortName]], "RawJSON"] <> "\n${'```'}";

defineSymbols[args_Association] := StringRiffle[
  Join[
    Map[define[#, args["maxLength"]] &, args["symbols"]],
    If[TrueQ[args["includeContextDetails"]], {contextsOf[args["symbols"]]}, {}]],
  "\n\n"];

defineSymbols
`;

/** `code` is empty if `file` is an absolute path. */
export const inspectCode = String.raw`
Needs["CodeParser${'`'}"];
Needs["CodeInspector${'`'}"];

listed[text_] := Select[StringTrim[StringSplit[text, ","]], # =!= "" &];
filesIn[path_] := If[DirectoryQ[path], FileNames[{"*.wl", "*.m", "*.wls"}, path, Infinity], {path}];

problemsIn[source_, args_] := CodeInspector${'`'}CodeInspect[source,
  "TagExclusions" -> listed[args["tagExclusions"]],
  "SeverityExclusions" -> listed[args["severityExclusions"]],
  "ConfidenceLevel" -> N[args["confidenceLevel"]]];

place[{{line_, column_}, _}] := "line " <> ToString[line] <> ", column " <> ToString[column];
place[_] := "unknown place";
described[CodeInspector${'`'}InspectionObject[tag_, text_, severity_, data_]] :=
  "- " <> place[data[CodeParser${'`'}Source]] <> ": " <> severity <> " (" <> tag <> "): " <> text;

section[title_, problems_List, limit_] := StringRiffle[
  Join[
    If[title === "", {}, {"## " <> title <> "\n"}],
    If[problems === {}, {"No problems."}, Map[described, Take[problems, UpTo[limit]]]],
    If[Length[problems] > limit, {"- " <> ToString[Length[problems] - limit] <> " more problems are left out: raise limit."}, {}]],
  "\n"];
section[title_, _, _] := If[title === "", "", "## " <> title <> "\n\n"] <> "CodeInspector could not read it.";

inspectCode[args_Association] := If[args["file"] === "",
  section["", problemsIn[args["code"], args], args["limit"]],
  With[{files = filesIn[args["file"]]},
    If[files === {}, "There are no .wl, .m or .wls files in " <> args["file"] <> ".",
      StringRiffle[Map[section[#, problemsIn[File[#], args], args["limit"]] &, files], "\n\n"]]]];

inspectCode
`;

/** `paths` is a list of absolute paths. */
export const reportTests = String.raw`
filesIn[path_] := If[DirectoryQ[path], FileNames["*.wlt", path, Infinity], {path}];
shown[text_] := If[StringLength[text] <= 2000, text, StringTake[text, 2000] <> " \[Ellipsis]"];
code[value_] := "${'```'}wl\n" <> shown[ToString[value, InputForm]] <> "\n${'```'}";

failed[test_] := StringRiffle[{
  "### " <> ToString[test["TestID"]] <> ": " <> ToString[test["Outcome"]],
  "Input:\n\n" <> code[test["Input"]],
  "Expected:\n\n" <> code[test["ExpectedOutput"]],
  "Actual:\n\n" <> code[test["ActualOutput"]],
  "Messages:\n\n" <> code[test["ActualMessages"]]}, "\n\n"];

section[file_, report_TestReportObject] := StringRiffle[
  Join[
    {"## " <> file,
      ToString[report["TestsSucceededCount"]] <> " succeeded, " <> ToString[report["TestsFailedCount"]] <> " failed."},
    Map[failed, Select[Values[report["TestResults"]], #["Outcome"] =!= "Success" &]]],
  "\n\n"];
section[file_, _] := "## " <> file <> "\n\nThe file could not be run as tests.";

reportTests[args_Association] := With[{files = Flatten[Map[filesIn, args["paths"]]]},
  If[files === {}, "There are no .wlt files in " <> StringRiffle[args["paths"], ", "] <> ".",
    StringRiffle[
      Map[
        section[#, TestReport[#, TimeConstraint -> args["timeConstraint"], MemoryConstraint -> args["memoryConstraint"]]] &,
        files],
      "\n\n"]]];

reportTests
`;
