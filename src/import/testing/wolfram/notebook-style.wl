In[1]:= CreateMCPServer["Copied", <|"MCPPrompts" -> {"WolframSearch"}|>]
