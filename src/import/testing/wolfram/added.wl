prompts = {};
AppendTo[prompts, <|"Name" -> "one", "Content" -> "1"|>];
AppendTo[prompts, <|"Name" -> "two", "Content" -> "2"|>];
PrependTo[prompts, "WolframSearch"];
tools = <||>;
tools["Shout"] = LLMTool @ <|"Name" -> "Shout", "Parameters" -> {"text"}, "Function" -> (ToUpperCase[#text] &)|>;
tools["Count"] = LLMTool["Count", "text", StringLength[#text] &];
CreateMCPServer["Added", <|"Tools" -> Values[tools], "MCPPrompts" -> prompts|>]
