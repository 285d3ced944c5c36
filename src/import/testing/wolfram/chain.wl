a = b = CreateMCPServer["Chained", <|"MCPPrompts" -> {<|"Name" -> "p", "Content" -> "x"|>}|>];
{c, d} = {CreateMCPServer["Left", <|"MCPPrompts" -> "WolframSearch"|>], CreateMCPServer["Right", <|"MCPPrompts" -> "WolframSearch"|>]};
InstallMCPServer["Zed", #] & /@ {a, c, d}
