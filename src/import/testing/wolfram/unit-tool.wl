CreateMCPServer["Units", <|"Tools" -> {
  LLMTool @ <|
    "Name"           -> "convert",
    "DisplayName"    -> "Convert",
    "Description"    -> "Converts a length.",
    "Function"       -> convert,
    "Initialization" :> Needs["Units`"],
    "Options"        -> {},
    "Parameters"     -> {
      "value" -> <|"Interpreter" -> "Number", "Help" -> "The length", "Required" -> True|>,
      "system" -> <|"Interpreter" -> Restricted["String", {"metric", "imperial"}], "Required" -> False|>,
      "exact" -> <|"Interpreter" -> "Boolean", "Required" -> False|>
    }
  |>
}, "MCPPrompts" -> {}|>, Initialization :> ($unitSystem = "metric")];
convert[args_] := UnitConvert[Quantity[args["value"], "Meters"], args["system"]];
