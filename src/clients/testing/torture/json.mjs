/** Starting files in JSON and JSONC, each with what becomes of it. Line ends other than a line feed are written as escapes. */

/** @type {import('./torture-set.mjs').TortureCase[]} */
export const jsonCases = [
  {
    name: 'an empty file',
    application: 'claude-code',
    before: ``,
    after: `{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'a file of blank lines',
    application: 'claude-code',
    before: `

`,
    after: `{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'a byte order mark and nothing else',
    application: 'claude-code',
    before: `\uFEFF`,
    after: `\uFEFF{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'a byte order mark, CRLF, tabs and no last line break',
    application: 'claude-code',
    before: `\uFEFF{\r
	"mcpServers": {\r
		"other": {"command": "x"}\r
	}\r
}`,
    after: `\uFEFF{\r
	"mcpServers": {\r
		"other": {"command": "x"},\r
		"Docs": {\r
			"type": "stdio",\r
			"command": "/opt/node",\r
			"args": [\r
				"serve",\r
				"My Docs"\r
			]\r
		}\r
	}\r
}`,
  },
  {
    name: 'one line without blanks',
    application: 'claude-code',
    before: `{"mcpServers":{"other":{"command":"x"}}}`,
    after: `{"mcpServers":{"other":{"command":"x"},"Docs":{"type":"stdio","command":"/opt/node","args":["serve","My Docs"]}}}`,
  },
  {
    name: 'one line with blanks',
    application: 'claude-code',
    before: `{ "a": 1, "mcpServers": { "x": {}, "y": {} } }
`,
    after: `{ "a": 1, "mcpServers": { "x": {}, "y": {}, "Docs": { "type": "stdio", "command": "/opt/node", "args": [ "serve", "My Docs" ] } } }
`,
  },
  {
    name: 'four spaces',
    application: 'claude-code',
    before: `{
    "mcpServers": {
        "other": {
            "command": "x"
        }
    }
}
`,
    after: `{
    "mcpServers": {
        "other": {
            "command": "x"
        },
        "Docs": {
            "type": "stdio",
            "command": "/opt/node",
            "args": [
                "serve",
                "My Docs"
            ]
        }
    }
}
`,
  },
  {
    name: 'integers beyond 2^53 and numbers in unusual forms',
    application: 'claude-code',
    before: `{
  "id": 123456789012345678901234567890,
  "n": [1.0e3, -0.0, 1e400],
  "mcpServers": {}
}
`,
    after: `{
  "id": 123456789012345678901234567890,
  "n": [1.0e3, -0.0, 1e400],
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'unknown keys, other scripts and escapes',
    application: 'claude-code',
    before: `{
  "日本語": "\\u00e9\\/é 👩‍💻",
  "mcpServers": {
    "a": { "x": null }
  },
  "z": {}
}
`,
    after: `{
  "日本語": "\\u00e9\\/é 👩‍💻",
  "mcpServers": {
    "a": { "x": null },
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  },
  "z": {}
}
`,
  },
  {
    name: 'no section',
    application: 'claude-code',
    before: `{
  "permissions": { "allow": [] }
}
`,
    after: `{
  "permissions": { "allow": [] },
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'an empty object over several lines',
    application: 'claude-code',
    before: `{
}
`,
    after: `{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'an empty section over several lines',
    application: 'claude-code',
    before: `{
  "mcpServers": {

  }
}
`,
    after: `{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'keys that are there twice elsewhere',
    application: 'claude-code',
    before: `{"a": 1, "a": 2, "mcpServers": {"x": {"k": 1, "k": 2}}}`,
    after: `{"a": 1, "a": 2, "mcpServers": {"x": {"k": 1, "k": 2}, "Docs": { "type": "stdio", "command": "/opt/node", "args": [ "serve", "My Docs" ] }}}`,
  },
  {
    name: 'an entry of that name with extra fields',
    application: 'claude-code',
    before: `{
  "mcpServers": {
    "Docs": {
      "command": "mine",
      "env": { "TOKEN": "secret" },
      "disabled": true
    },
    "z": {}
  }
}
`,
    after: `{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    },
    "z": {}
  }
}
`,
  },
  {
    name: 'an entry of that name on one line',
    application: 'claude-code',
    before: `{"mcpServers": {"Docs": {"command": "mine"}, "z": {}}}`,
    after: `{"mcpServers": {"Docs": { "type": "stdio", "command": "/opt/node", "args": [ "serve", "My Docs" ] }, "z": {}}}`,
  },
  {
    name: 'an entry of that name that is not an object',
    application: 'claude-code',
    before: `{
  "mcpServers": {
    "Docs": null
  }
}
`,
    after: `{
  "mcpServers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'keys written with escapes',
    application: 'claude-code',
    before: `{"mcp\\u0053ervers": {"\\u0044ocs": {}}}`,
    after: `{"mcp\\u0053ervers": {"\\u0044ocs": {
  "type": "stdio",
  "command": "/opt/node",
  "args": [
    "serve",
    "My Docs"
  ]
}}}`,
  },
  {
    name: 'the key __proto__',
    application: 'claude-code',
    before: `{"__proto__": {"x": 1}, "mcpServers": {"__proto__": {"command": "x"}}}`,
    after: `{"__proto__": {"x": 1}, "mcpServers": {"__proto__": {"command": "x"}, "Docs": { "type": "stdio", "command": "/opt/node", "args": [ "serve", "My Docs" ] }}}`,
  },
  {
    name: 'two kinds of line breaks',
    application: 'claude-code',
    before: `{\r
  "a": 1,
  "mcpServers": {
    "x": {}\r
  }
}\r
`,
    after: `{\r
  "a": 1,
  "mcpServers": {
    "x": {},\r
    "Docs": {\r
      "type": "stdio",\r
      "command": "/opt/node",\r
      "args": [\r
        "serve",\r
        "My Docs"\r
      ]\r
    }\r
  }
}\r
`,
  },
  {
    name: 'line breaks that are carriage returns',
    application: 'claude-code',
    before: `{\r  "mcpServers": {\r    "x": {}\r  }\r}\r`,
    after: `{\r  "mcpServers": {\r    "x": {},\r    "Docs": {\r      "type": "stdio",\r      "command": "/opt/node",\r      "args": [\r        "serve",\r        "My Docs"\r      ]\r    }\r  }\r}\r`,
  },
  {
    name: 'every value on its own line and unusual blanks',
    application: 'claude-code',
    before: `{
"mcpServers"   :
{
"x"
:
{}
}
}`,
    after: `{
"mcpServers"   :
{
"x"
:
{},
"Docs": {
  "type": "stdio",
  "command": "/opt/node",
  "args": [
    "serve",
    "My Docs"
  ]
}
}
}`,
  },
  {
    name: 'a comment in strict JSON',
    application: 'claude-code',
    before: `{
  // mine
  "mcpServers": {}
}
`,
    refused: 'The file is not valid JSON: it has a comment (line 2, column 3). Correct that first.',
  },
  {
    name: 'a trailing comma in strict JSON',
    application: 'claude-code',
    before: `{
  "mcpServers": {
    "a": {},
  }
}
`,
    refused: 'The file is not valid JSON: it has a trailing comma (line 3, column 12). Remove it first.',
  },
  {
    name: 'a file that breaks off',
    application: 'claude-code',
    before: `{
  "mcpServers": {
    "a": {"comm`,
    refused: 'The file is not valid JSON: a string has no closing quote (line 3, column 11). Correct that first.',
  },
  {
    name: 'two objects in one file',
    application: 'claude-code',
    before: `{"mcpServers": {}}
{"mcpServers": {}}
`,
    refused: 'The file is not valid JSON: there is text after its end (line 2, column 1). Correct that first.',
  },
  {
    name: 'a list at the root',
    application: 'claude-code',
    before: `[
  {"mcpServers": {}}
]
`,
    refused: 'The file is not a JSON object (line 1, column 1). Put its content between { and }.',
  },
  {
    name: 'text at the root',
    application: 'claude-code',
    before: `"mcpServers"
`,
    refused: 'The file is not a JSON object (line 1, column 1). Put its content between { and }.',
  },
  {
    name: 'a section that is a list',
    application: 'claude-code',
    before: `{
  "mcpServers": []
}
`,
    refused:
      'The file has the key "mcpServers", which is not an object (line 2, column 17). Make it one, or remove it.',
  },
  {
    name: 'a section that is null',
    application: 'claude-code',
    before: `{
  "mcpServers": null
}
`,
    refused:
      'The file has the key "mcpServers", which is not an object (line 2, column 17). Make it one, or remove it.',
  },
  {
    name: 'the section twice',
    application: 'claude-code',
    before: `{
  "mcpServers": {},
  "mcpServers": {}
}
`,
    refused: 'The file has "mcpServers" twice (line 3, column 3). Remove one of the two.',
  },
  {
    name: 'the entry twice',
    application: 'claude-code',
    before: `{"mcpServers": {"Docs": {}, "Docs": {}}}`,
    refused: 'The file has "Docs" twice (line 1, column 29). Remove one of the two.',
  },
  {
    name: 'single quotes',
    application: 'claude-code',
    before: `{'mcpServers': {}}`,
    refused: 'The file is not valid JSON: it has a word that is not valid JSON (line 1, column 2). Correct that first.',
  },
  {
    name: 'a raw line break in a string',
    application: 'claude-code',
    before: `{"a": "x
y"}`,
    refused: 'The file is not valid JSON: a string has no closing quote (line 1, column 7). Correct that first.',
  },
  {
    name: 'a conflict of a merge',
    application: 'claude-code',
    before: `{
<<<<<<< HEAD
  "mcpServers": {}
=======
  "mcpServers": {"a": {}}
>>>>>>> other
}
`,
    refused: 'The file is not valid JSON: it has a word that is not valid JSON (line 2, column 1). Correct that first.',
  },
  {
    name: 'comments and trailing commas',
    application: 'vscode',
    before: `{
  // servers of the team
  "servers": {
    "a": { "command": "x" }, // about a
    /* "b": {}, */
  },
  "inputs": [],
}
`,
    after: `{
  // servers of the team
  "servers": {
    "a": { "command": "x" }, // about a
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    },
    /* "b": {}, */
  },
  "inputs": [],
}
`,
  },
  {
    name: 'a comment behind the last entry',
    application: 'vscode',
    before: `{
  "servers": {
    "a": { "command": "x" } // about a
    // the end
  }
}
`,
    after: `{
  "servers": {
    "a": { "command": "x" }, // about a
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
    // the end
  }
}
`,
  },
  {
    name: 'a comment between the last entry and its comma',
    application: 'vscode',
    before: `{
  "servers": {
    "a": {} /* one */ , // two
  }
}
`,
    after: `{
  "servers": {
    "a": {} /* one */ , // two
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    },
  }
}
`,
  },
  {
    name: 'a section of comments',
    application: 'vscode',
    before: `{
	"servers": {
		// "a": {}
	}
}
`,
    after: `{
	"servers": {
		// "a": {}
		"Docs": {
			"type": "stdio",
			"command": "/opt/node",
			"args": [
				"serve",
				"My Docs"
			]
		}
	}
}
`,
  },
  {
    name: 'a file of comments',
    application: 'vscode',
    before: `// made by hand
/* nothing yet */
`,
    after: `// made by hand
/* nothing yet */
{
  "servers": {
    "Docs": {
      "type": "stdio",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  }
}
`,
  },
  {
    name: 'comments around the colon of the entry',
    application: 'vscode',
    before: `{"servers": {/* a */"Docs"/* b */:/* c */{"command": "x"}/* d */}}`,
    after: `{"servers": {/* a */"Docs"/* b */:/* c */{ "type": "stdio", "command": "/opt/node", "args": [ "serve", "My Docs" ] }/* d */}}`,
  },
  {
    name: 'a comment without an end',
    application: 'vscode',
    before: `{
  "servers": {} /* so
}
`,
    refused: 'The file is not valid JSON: a comment is not closed (line 2, column 17). Correct that first.',
  },
  {
    name: 'settings with comments and no section',
    application: 'zed',
    before: `// Zed settings
{
  "theme": "One Dark", // dark
  "vim_mode": true,
  // the end
}
`,
    after: `// Zed settings
{
  "theme": "One Dark", // dark
  "vim_mode": true,
  "context_servers": {
    "Docs": {
      "source": "custom",
      "command": "/opt/node",
      "args": [
        "serve",
        "My Docs"
      ]
    }
  },
  // the end
}
`,
  },
  {
    name: 'an address that looks like a comment',
    application: 'opencode',
    before: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "a": { "type": "remote", "url": "http://x//y" }
  }
}
`,
    after: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "a": { "type": "remote", "url": "http://x//y" },
    "Docs": {
      "type": "local",
      "command": [
        "/opt/node",
        "serve",
        "My Docs"
      ],
      "enabled": true
    }
  }
}
`,
  },
  {
    name: 'settings in tabs, as the application writes them',
    application: 'gemini-cli',
    before: `{
	"mcpServers": {
		"a": {
			"httpUrl": "http://x"
		}
	},
	"selectedAuthType": "oauth-personal"
}`,
    after: `{
	"mcpServers": {
		"a": {
			"httpUrl": "http://x"
		},
		"Docs": {
			"command": "/opt/node",
			"args": [
				"serve",
				"My Docs"
			]
		}
	},
	"selectedAuthType": "oauth-personal"
}`,
  },
];
