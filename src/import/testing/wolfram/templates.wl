{
  <|"Name" -> "delimited", "Arguments" -> {<|"Name" -> "name"|>}, "Content" -> StringTemplate["Hello %%name%%, `code` stays", Delimiters -> "%%"]|>,
  <|"Name" -> "bound", "Arguments" -> {<|"Name" -> "name"|>}, "Content" -> StringTemplate["`greeting`, `name`", <|"greeting" -> "Hello"|>]|>,
  <|"Name" -> "inserted", "Content" -> StringTemplate["Value: `x`", InsertionFunction -> (ToString[#, InputForm] &)]|>,
  <|"Name" -> "file", "Content" -> FileTemplate["letter.txt"]|>,
  <|"Name" -> "yoda", "Content" -> LLMPrompt["Yoda"]|>,
  <|"Name" -> "repository", "Content" -> ResourceObject["Prompt: Yoda"]|>,
  <|"Name" -> "own", "Arguments" -> {<|"Name" -> "x"|>}, "Content" -> LLMPrompt[StringTemplate["Explain `x`."]]|>
}
