/** Starting files in TOML, each with what becomes of it. Line ends other than a line feed are written as escapes. */

/** @type {import('./torture-set.mjs').TortureCase[]} */
export const tomlCases = [
  {
    name: 'an empty TOML file',
    application: 'codex',
    before: ``,
    after: `[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]
`,
  },
  {
    name: 'tables and comments',
    application: 'codex',
    before: `# Codex
model = "gpt" # the model

[mcp_servers.a] # a
command = "x" # starts a

# about tools
[tools]
web_search = true
`,
    after: `# Codex
model = "gpt" # the model

[mcp_servers.a] # a
command = "x" # starts a

[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]

# about tools
[tools]
web_search = true
`,
  },
  {
    name: 'no table of servers, CRLF and no last line break',
    application: 'codex',
    before: `model = "gpt"\r
\r
[tools]\r
web_search = true`,
    after: `model = "gpt"\r
\r
[tools]\r
web_search = true\r
\r
[mcp_servers.Docs]\r
command = "/opt/node"\r
args = ["serve", "My Docs"]`,
  },
  {
    name: 'an inline section',
    application: 'codex',
    before: `mcp_servers = { a = { command = "x" } } # all of them
model = "gpt"
`,
    after: `mcp_servers = { a = { command = "x" }, Docs = { command = "/opt/node", args = ["serve", "My Docs"] } } # all of them
model = "gpt"
`,
  },
  {
    name: 'an empty inline section',
    application: 'codex',
    before: `mcp_servers = {}
`,
    after: `mcp_servers = { Docs = { command = "/opt/node", args = ["serve", "My Docs"] } }
`,
  },
  {
    name: 'servers in dotted keys',
    application: 'codex',
    before: `mcp_servers.a.command = "x"
model = "gpt"
`,
    after: `mcp_servers.a.command = "x"
model = "gpt"

[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]
`,
  },
  {
    name: 'a table of the name with a table in it and comments',
    application: 'codex',
    before: `[mcp_servers.Docs]
command = "x"
# mine
[mcp_servers.Docs.env]
TOKEN = "secret"

# what follows
[z]
a = 1
`,
    after: `[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]

# what follows
[z]
a = 1
`,
  },
  {
    name: 'an inline entry of that name',
    application: 'codex',
    before: `[mcp_servers]
a = { command = "x" }
Docs = { command = "y" } # mine
`,
    after: `[mcp_servers]
a = { command = "x" }
Docs = { command = "/opt/node", args = ["serve", "My Docs"] } # mine
`,
  },
  {
    name: 'a table with a quoted name',
    application: 'codex',
    before: `[ mcp_servers . 'Docs' ]
command = 'x'
`,
    after: `[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]
`,
  },
  {
    name: 'dates, large integers and texts over several lines',
    application: 'codex',
    before: `big = 9223372036854775807
when = 1979-05-27T07:32:00.10Z
[mcp_servers.a]
command = """
[mcp_servers.Docs]
"""
args = [ # one a line
  "a",
]
`,
    after: `big = 9223372036854775807
when = 1979-05-27T07:32:00.10Z
[mcp_servers.a]
command = """
[mcp_servers.Docs]
"""
args = [ # one a line
  "a",
]

[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]
`,
  },
  {
    name: 'tables of lists behind the servers',
    application: 'codex',
    before: `[mcp_servers.a]
command = "x"

[[rules]]
name = "one"

[[rules]]
name = "two"
`,
    after: `[mcp_servers.a]
command = "x"

[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]

[[rules]]
name = "one"

[[rules]]
name = "two"
`,
  },
  {
    name: 'a byte order mark in front of a comment',
    application: 'codex',
    before: `\uFEFF# mine


`,
    after: `\uFEFF# mine

[mcp_servers.Docs]
command = "/opt/node"
args = ["serve", "My Docs"]


`,
  },
  {
    name: 'an entry in dotted keys',
    application: 'codex',
    before: `mcp_servers.Docs.command = "x"
mcp_servers.Docs.args = []
`,
    refused: 'The file has the entry "Docs" in several parts (line 2, column 1). Write it as one table, or remove it.',
  },
  {
    name: 'an entry in two places',
    application: 'codex',
    before: `[mcp_servers.Docs]
command = "x"

[tools]
a = 1

[mcp_servers.Docs.env]
A = "1"
`,
    refused: 'The file has the entry "Docs" in several parts (line 7, column 1). Write it as one table, or remove it.',
  },
  {
    name: 'a list of tables of servers',
    application: 'codex',
    before: `[[mcp_servers]]
name = "a"
`,
    refused: 'The file has the key "mcp_servers", which is not a table (line 1, column 1). Make it one, or remove it.',
  },
  {
    name: 'the table twice',
    application: 'codex',
    before: `[mcp_servers.a]
command = "x"
[mcp_servers.a]
command = "y"
`,
    refused:
      'The file is not valid TOML: defining a key multiple times is invalid (line 3, column 14). Correct that first.',
  },
  {
    name: 'TOML that breaks off',
    application: 'codex',
    before: `[mcp_servers.a]
command = "x
`,
    refused: 'The file is not valid TOML: unterminated string constant (line 2, column 13). Correct that first.',
  },
  {
    name: 'JSON in a TOML file',
    application: 'codex',
    before: `{"mcp_servers": {}}
`,
    refused: 'The file is not valid TOML: unexpected token (line 1, column 1). Correct that first.',
  },
];
