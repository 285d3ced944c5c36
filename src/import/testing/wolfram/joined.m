base = <|"Description" -> "Of the team"|>;
rules = {"Be short.", "Be right."};
CreateMCPServer["Joined", Append[<|"Prompts" -> StringRiffle[rules, "\n"]|>, "MCPPrompts" -> {
  Join[base, <|"Name" -> "a", "Content" -> rules[[1]]|>],
  <|base, "Name" -> "b", "Content" -> Last[rules]|>
}]]
