(* ::Package:: *)
BeginPackage["Team`Prompts`", {"Team`Common`"}];
teamPrompts::usage = "teamPrompts is the list of prompts.";
Begin["`Private`"];
Needs["Team`Search`" -> "search`"];

summarize // ClearAll;
summarize[KeyValuePattern["text" -> text_String]] := summarize @ text;
summarize[text_String] := "Summary: " <> search`short[text];
summarize // endDefinition;

teamPrompts = {
    <|
        "Name"        -> "Summarize",
        "Description" -> "Summarizes a text.",
        "Arguments"   -> {<| "Name" -> "text", "Required" -> True |>},
        "Type"        -> "Function",
        "Content"     -> summarize
    |>
};
End[];
EndPackage[];
