<<Team`Search`
Options[format] = {"Mark" -> "!"};
SetAttributes[format, Listable];
Attributes[shorten] = {HoldFirst};
unit /: Describe[unit[n_]] := ToString[n] <> " units";
{first, last} = {1, 100};
low = high = 7;
If[$OperatingSystem === "Windows", limit = 10, limit = 20];
format[text_, OptionsPattern[]] := text <> OptionValue["Mark"];
shorten[text_] := StringTake[text, limit];
unused[x_] := x + 1;
log["start"];
<|"Name" -> "p", "Content" -> (format[shorten[#text]] <> Describe[unit[first]] <> ToString[low] &)|>
