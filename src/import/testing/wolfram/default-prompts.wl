BeginPackage[ "Wolfram`AgentTools`Prompts`Poem`" ];
Begin[ "`Private`" ];

$defaultMCPPrompts[ "PoemPrompt" ] := <|
    "Name"        -> "Poem",
    "Arguments"   -> { <| "Name" -> "topic", "Required" -> True |> },
    "Type"        -> "Text",
    "Content"     -> StringTemplate[ "Write a poem about `topic`." ]
|>;
$defaultMCPPrompts[ "HaikuPrompt" ] := <| "Name" -> "Haiku", "Content" -> "Write a haiku." |>;

End[ ];
EndPackage[ ];
