greeting = "outside";
Module[{greeting = "inside", greet},
  greet[args_] := greeting <> ", " <> args["name"];
  server = CreateMCPServer["Scoped", <|"MCPPrompts" -> {
    <|"Name" -> "Greet", "Arguments" -> {<|"Name" -> "name"|>}, "Content" -> greet|>,
    <|"Name" -> "Fixed", "Content" -> greeting|>
  }|>];
  InstallMCPServer["ClaudeDesktop", server]
]
With[{name = "With server"}, CreateMCPServer[name, <|"MCPPrompts" -> {<|"Name" -> "a", "Content" -> greeting|>}|>]]
Block[{$prompts = {"WolframSearch"}}, CreateMCPServer["Block server", <|"MCPPrompts" -> $prompts|>]];
If[$VersionNumber >= 14, CreateMCPServer["Sometimes", <|"Tools" -> {"WolframAlpha"}|>]]
