(* A server as a paclet declares it *)
<|
    "Name"           -> "MyServer",
    "Initialization" :> Needs["PublisherID`MyPaclet`"],
    "LLMEvaluator"   -> <|
        "Tools"      -> { "WolframAlpha" },
        "MCPPrompts" -> { <|"Name" -> "Go", "Content" -> PublisherID`MyPaclet`go|> }
    |>,
    "ServerVersion"  -> "1.2.0"
|>
