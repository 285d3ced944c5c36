(* :Title: Prompts *)
(* CreateMCPServer["Not this one", <|"MCPPrompts" -> {}|>] *)
text = "CreateMCPServer[\"Nor this\", <||>]";
CreateMCPServer["This one", <|"MCPPrompts" -> {<|"Name" -> "p", "Content" -> text|>}|>]
