{
  <|"Name" -> "texts", "Content" -> {<|"type" -> "text", "text" -> "One "|>, <|"type" -> "text", "text" -> "two"|>}|>,
  <|"Name" -> "picture", "Content" -> {<|"type" -> "text", "text" -> "Look:"|>, <|"type" -> "image", "data" -> "iVBORw0KGgo=", "mimeType" -> "image/png"|>}|>,
  <|"Name" -> "talk", "Content" -> {<|"role" -> "user", "content" -> "Hi"|>, <|"role" -> "assistant", "content" -> <|"type" -> "text", "text" -> "Hello"|>|>}|>,
  <|"Name" -> "nested", "Content" -> <|"Content" -> {<|"type" -> "text", "text" -> "In"|>}|>|>
}
