CreateMCPServer["Dated", <|"MCPPrompts" -> {
  <|"Name" -> "stamp", "Arguments" -> {<|"Name" -> "x"|>}, "Content" -> StringTemplate["On <* DateString[fmt] *>: `x`"]|>,
  <|"Name" -> "conditional", "Content" -> TemplateObject[{"A", TemplateIf[TemplateSlot["x"] === "1", "B", "C"]}]|>,
  <|"Name" -> "raw", "Arguments" -> {<|"Name" -> "x"|>}, "Content" -> TemplateObject[{"Run `git` in ", TemplateSlot["x", DefaultValue -> "."]}]|>
}|>];
fmt = {"Year", "-", "Month"};
