(* The pattern of the reference's own introduction *)
Needs["Wolfram`AgentTools`"];
config = LLMConfiguration[<|
    "Tools" -> {LLMTool["PrimeFinder", {"n" -> "Integer"}, Prime[#n]&]}
|>];

server = CreateMCPServer["Prime Server", config]
(* Out: MCPServerObject[...] *)
InstallMCPServer["ClaudeDesktop", server]
server["JSONConfiguration"]
Print[server];
