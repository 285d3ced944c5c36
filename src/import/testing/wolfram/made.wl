makePrompt[name_String, text_] := <|"Name" -> name, "Content" -> text|>;
makeTool[name_] := LLMTool[name, {"x" -> "Integer"}, (f[#x] &)];
f[n_] := n + 1;
CreateMCPServer["Made", <|
  "Tools" -> {makeTool["Next"]},
  "MCPPrompts" -> {makePrompt["a", "Text of a"], makePrompt["b", StringTemplate["`x`"]]}
|>]
