note = <|"Name" -> "note", "Arguments" -> {<|"Name" -> "about"|>}, "Content" -> StringTemplate["A note about `about`."]|>;
Print[note];
Export["note.wxf", note];
