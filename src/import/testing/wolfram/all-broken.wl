CreateMCPServer["Broken", <|"MCPPrompts" -> {
  <|"Content" -> "no name"|>,
  <|"Name" -> "no content"|>,
  42
}|>]
