InstallMCPServer["ClaudeCode", CreateMCPServer["Inside", <|"MCPPrompts" -> {"WolframSearch"}|>, OverwriteTarget -> True]];
InstallMCPServer["Cursor"] @ CreateMCPServer["Prefix", <|"MCPPrompts" -> {"WolframAlphaSearch"}|>]
<|"MCPPrompts" -> {<|"Name" -> "hi", "Content" -> "Hi"|>}|> // CreateMCPServer["Postfix", #] & // InstallMCPServer["VisualStudioCode", #] &
CreateMCPServer @@ {"Applied", <|"Tools" -> {"WolframAlpha"}|>}
