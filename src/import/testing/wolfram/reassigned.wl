name = "First";
text = "Hello from " <> name;
CreateMCPServer[name, <|"MCPPrompts" -> {<|"Name" -> "p", "Content" -> text|>}|>];
name = "Second";
text = "Hello from " <> name;
CreateMCPServer[name, <|"MCPPrompts" -> {<|"Name" -> "p", "Content" -> text|>}|>];
