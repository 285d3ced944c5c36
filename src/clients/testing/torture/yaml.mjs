/** Starting files in YAML, each with what becomes of it. Line ends other than a line feed are written as escapes. */

/** @type {import('./torture-set.mjs').TortureCase[]} */
export const yamlCases = [
  {
    name: 'an empty YAML file',
    application: 'goose',
    before: ``,
    after: `extensions:
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
`,
  },
  {
    name: 'comments and values of every kind',
    application: 'goose',
    before: `# Goose
GOOSE_MODEL: gpt # the model
extensions: # all of them
  developer:
    enabled: true # yes
    timeout: 300

  # the end of them
GOOSE_MODE: auto
number: 0x1F
big: 123456789012345678901234567890
`,
    after: `# Goose
GOOSE_MODEL: gpt # the model
extensions: # all of them
  developer:
    enabled: true # yes
    timeout: 300
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300

  # the end of them
GOOSE_MODE: auto
number: 0x1F
big: 123456789012345678901234567890
`,
  },
  {
    name: 'anchors and aliases',
    application: 'goose',
    before: `defaults: &d
  enabled: true
extensions:
  a: &a
    <<: *d
    cmd: x
  b: *a
`,
    after: `defaults: &d
  enabled: true
extensions:
  a: &a
    <<: *d
    cmd: x
  b: *a
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
`,
  },
  {
    name: 'a section without a value',
    application: 'goose',
    before: `extensions:
GOOSE_MODE: auto
`,
    after: `extensions:
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
GOOSE_MODE: auto
`,
  },
  {
    name: 'an empty section in braces',
    application: 'goose',
    before: `extensions: {} # none
`,
    after: `extensions: {"Docs": { "name": "Docs", "type": "stdio", "cmd": "/opt/node", "args": [ "serve", "My Docs" ], "envs": {}, "enabled": true, "timeout": 300 }} # none
`,
  },
  {
    name: 'a section in braces',
    application: 'goose',
    before: `{extensions: {a: {cmd: x}}, GOOSE_MODE: auto}
`,
    after: `{extensions: {a: {cmd: x}, "Docs": { "name": "Docs", "type": "stdio", "cmd": "/opt/node", "args": [ "serve", "My Docs" ], "envs": {}, "enabled": true, "timeout": 300 }}, GOOSE_MODE: auto}
`,
  },
  {
    name: 'no section and no last line break',
    application: 'goose',
    before: `GOOSE_MODE: auto`,
    after: `GOOSE_MODE: auto
extensions:
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300`,
  },
  {
    name: 'a text at the end that keeps its line breaks',
    application: 'goose',
    before: `extensions:
  a:
    description: |+
      one


last: 1
`,
    after: `extensions:
  a:
    description: |+
      one


  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
last: 1
`,
  },
  {
    name: 'four spaces and CRLF',
    application: 'goose',
    before: `extensions:\r
    a:\r
        cmd: x\r
`,
    after: `extensions:\r
    a:\r
        cmd: x\r
    Docs:\r
        name: Docs\r
        type: stdio\r
        cmd: /opt/node\r
        args:\r
            - serve\r
            - "My Docs"\r
        envs: {}\r
        enabled: true\r
        timeout: 300\r
`,
  },
  {
    name: 'a byte order mark in YAML',
    application: 'goose',
    before: `\uFEFFextensions:
  a:
    cmd: x
`,
    after: `\uFEFFextensions:
  a:
    cmd: x
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
`,
  },
  {
    name: 'a marked beginning and end',
    application: 'goose',
    before: `%YAML 1.2
---
extensions:
  a: {cmd: x}
...
`,
    after: `%YAML 1.2
---
extensions:
  a: {cmd: x}
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
...
`,
  },
  {
    name: 'an entry of that name with comments',
    application: 'goose',
    before: `extensions:
  Docs: # mine
    cmd: x # y
    envs:
      TOKEN: secret
  # about b
  b:
    cmd: z
`,
    after: `extensions:
  Docs:
    name: Docs
    type: stdio
    cmd: /opt/node
    args:
      - serve
      - "My Docs"
    envs: {}
    enabled: true
    timeout: 300
  # about b
  b:
    cmd: z
`,
  },
  {
    name: 'tabs for indentation',
    application: 'goose',
    before: `extensions:
	a:
		cmd: x
`,
    refused: 'The file is not valid YAML: tabs are not allowed as indentation (line 2, column 1). Correct that first.',
  },
  {
    name: 'a key twice',
    application: 'goose',
    before: `extensions: {}
extensions: {}
`,
    refused: 'The file is not valid YAML: map keys must be unique (line 2, column 1). Correct that first.',
  },
  {
    name: 'two documents',
    application: 'goose',
    before: `extensions: {}
---
extensions: {}
`,
    refused: 'The file holds several YAML documents (line 2, column 1). Keep only one.',
  },
  {
    name: 'a list at the root of YAML',
    application: 'goose',
    before: `- extensions
`,
    refused: 'The file is not a YAML map (line 1, column 1). Write its content as "key: value" lines.',
  },
  {
    name: 'a section that is a YAML list',
    application: 'goose',
    before: `extensions:
  - a
`,
    refused: 'The file has the key "extensions", which is not a map (line 1, column 1). Make it one, or remove it.',
  },
  {
    name: 'a section that is an alias',
    application: 'goose',
    before: `a: &a {}
extensions: *a
`,
    refused: 'The file has the key "extensions", which is not a map (line 2, column 1). Make it one, or remove it.',
  },
  {
    name: 'YAML that breaks off',
    application: 'goose',
    before: `extensions:
  a: {cmd: "x
`,
    refused: 'The file is not valid YAML: missing closing "quote (line 3, column 1). Correct that first.',
  },
  {
    name: 'an empty file of a list',
    application: 'continue',
    before: ``,
    after: `name: "Prompt Workbench"
version: "1.0.0"
schema: v1
mcpServers:
  - name: Docs
    command: /opt/node
    args:
      - serve
      - "My Docs"
`,
  },
  {
    name: 'a list at the indentation of its key',
    application: 'continue',
    before: `name: Mine
version: 1.0.0
schema: v1
mcpServers:
- name: a
  command: x
models: []
`,
    after: `name: Mine
version: 1.0.0
schema: v1
mcpServers:
- name: a
  command: x
- name: Docs
  command: /opt/node
  args:
    - serve
    - "My Docs"
models: []
`,
  },
  {
    name: 'a list that is indented, with comments',
    application: 'continue',
    before: `name: Mine
mcpServers: # servers
  # first
  - name: a
    command: x # y
  # last
`,
    after: `name: Mine
mcpServers: # servers
  # first
  - name: a
    command: x # y
  - name: Docs
    command: /opt/node
    args:
      - serve
      - "My Docs"
  # last
`,
  },
  {
    name: 'an empty list',
    application: 'continue',
    before: `name: Mine
mcpServers: []
`,
    after: `name: Mine
mcpServers: [{ "name": "Docs", "command": "/opt/node", "args": [ "serve", "My Docs" ] }]
`,
  },
  {
    name: 'an item of that name',
    application: 'continue',
    before: `mcpServers:
  - command: y
    name: Docs
    env: {TOKEN: secret}
  - name: b
    command: z
`,
    after: `mcpServers:
  - name: Docs
    command: /opt/node
    args:
      - serve
      - "My Docs"
  - name: b
    command: z
`,
  },
  {
    name: 'an item of that name twice',
    application: 'continue',
    before: `mcpServers:
  - name: Docs
  - name: Docs
`,
    refused: 'The file has "Docs" twice (line 3, column 3). Remove one of the two.',
  },
  {
    name: 'an item without a name',
    application: 'continue',
    before: `mcpServers:
  - uses: someone/server
`,
    after: `mcpServers:
  - uses: someone/server
  - name: Docs
    command: /opt/node
    args:
      - serve
      - "My Docs"
`,
  },
];
