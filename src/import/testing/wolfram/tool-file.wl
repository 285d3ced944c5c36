<|
    "Name"        -> "MyTool",
    "Description" -> "Does something useful",
    "Function"    -> MyPackage`myToolFunction,
    "Parameters"  -> {"input" -> <|"Interpreter" -> "String", "Help" -> "The input value", "Required" -> True|>}
|>
