CreateMCPServer["Defaults", <|
  "Tools" -> {$DefaultMCPTools["WolframAlpha"], "WolframLanguageEvaluator"},
  "MCPPrompts" -> Join[
    {$DefaultMCPPrompts["WolframSearch"]},
    Values[KeyTake[$DefaultMCPPrompts, {"WolframAlphaSearch"}]],
    {Append[$DefaultMCPPrompts["WolframLanguageSearch"], "Name" -> "Docs"]}
  ]
|>];
CreateMCPServer["None", <|"Tools" -> {"WolframAlpha"}, "MCPPrompts" -> Automatic|>]
