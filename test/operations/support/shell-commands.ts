/** A command with its arguments, quotes taken off; `$NAME` and `$(…)` are left unchanged. */
export type Command = string[]

/** What a command may stand behind. */
const keywords = new Set(['if', 'then', 'else', 'fi', 'while', 'until', 'do', 'done'])

/** The commands of a piece of shell, those of pipes, lists and `$(…)` each on its own, in the order of their beginning. */
export function commandsOf(shell: string): Command[] {
  const commands: Command[] = []
  readCommands(shell, 0, false, commands)
  return commands
    .map((command) => command.slice(keywords.has(command[0] ?? '') ? 1 : 0))
    .filter((command) => command.length > 0)
}

/** Reads up to the closing parenthesis, where it is in one, and answers with the position after it. */
function readCommands(shell: string, from: number, inParentheses: boolean, commands: Command[]): number {
  let position = from
  let command: Command = []
  commands.push(command)
  let word: string | null = null
  const endWord = () => {
    if (word !== null) command.push(word)
    word = null
  }
  while (position < shell.length) {
    const character = shell[position] ?? ''
    if (character === ')' && inParentheses) {
      endWord()
      return position + 1
    }
    if (character === "'") {
      const end = shell.indexOf("'", position + 1)
      if (end < 0) throw new SyntaxError('a quote is not closed')
      word = (word ?? '') + shell.slice(position + 1, end)
      position = end + 1
    } else if (character === '"') {
      const quoted = readQuoted(shell, position + 1, commands)
      word = (word ?? '') + quoted.text
      position = quoted.end
    } else if (shell.startsWith('$(', position)) {
      const end = readCommands(shell, position + 2, true, commands)
      word = (word ?? '') + shell.slice(position, end)
      position = end
    } else if (shell.startsWith('\\\n', position)) {
      endWord()
      position += 2
    } else if (character === '#' && word === null) {
      const end = shell.indexOf('\n', position)
      position = end < 0 ? shell.length : end
    } else if (/[\n|&;]/.test(character)) {
      endWord()
      command = []
      commands.push(command)
      position += 1
    } else if (/\s/.test(character)) {
      endWord()
      position += 1
    } else {
      word = (word ?? '') + character
      position += 1
    }
  }
  endWord()
  return position
}

function readQuoted(shell: string, from: number, commands: Command[]): { text: string; end: number } {
  let text = ''
  let position = from
  while (position < shell.length) {
    const character = shell[position] ?? ''
    if (character === '"') return { text, end: position + 1 }
    if (character === '\\') {
      text += shell[position + 1] ?? ''
      position += 2
    } else if (shell.startsWith('$(', position)) {
      const end = readCommands(shell, position + 2, true, commands)
      text += shell.slice(position, end)
      position = end
    } else {
      text += character
      position += 1
    }
  }
  throw new SyntaxError('a quote is not closed')
}
