import type { CommandUnknownOpts } from '@commander-js/extra-typings'

export const shells = ['bash', 'zsh', 'fish'] as const

/** The script with which a shell completes the program's commands, options and their values; other words are files. */
export function completionScript(shell: (typeof shells)[number], program: CommandUnknownOpts): string {
  const help = program.createHelp()
  const commands = help.visibleCommands(program).map((command) => ({
    name: command.name(),
    about: summaryOf(command.description()),
    options: [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].map((option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      about: summaryOf(option.description),
      takesValue: option.required,
      values: option.argChoices ?? [],
    })),
    values: command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
  }))
  return scripts[shell](program.name(), commands)
}

interface Completed {
  name: string
  about: string
  options: { names: string[]; about: string; takesValue: boolean; values: readonly string[] }[]
  values: readonly string[]
}

const scripts: Record<(typeof shells)[number], (name: string, commands: Completed[]) => string> = {
  bash: (name, commands) => `_${name}() {
  local words before=\${COMP_WORDS[COMP_CWORD-1]}
  if ((COMP_CWORD == 1)); then words='${commands.map((command) => command.name).join(' ')}'
  else case "\${COMP_WORDS[1]} $before" in
${commands.flatMap((command) => command.options.filter(({ values }) => values.length > 0).map(({ names, values }) => `    '${command.name} ${names.at(-1)}') words='${values.join(' ')}' ;;`)).join('\n')}
    *) case \${COMP_WORDS[1]} in
${commands.map((command) => `      ${command.name}) words='${[...command.values, ...command.options.flatMap(({ names }) => names)].join(' ')}' ;;`).join('\n')}
    esac ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${name} ${name}`,

  zsh: (name, commands) => `#compdef ${name}
_${name}() {
  if ((CURRENT == 2)); then
    local commands=(${commands.map((command) => quoted(`${command.name}:${command.about}`)).join(' ')})
    _describe command commands
  else
    local command=$words[2]
    shift words; ((CURRENT--))
    case $command in
${commands.map((command) => `      ${command.name}) _arguments ${[...command.options.flatMap(zshOption), quoted(command.values.length > 0 ? `1:value:(${command.values.join(' ')})` : '*:file:_files')].join(' ')} ;;`).join('\n')}
    esac
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _${name} "$@"; else compdef _${name} ${name}; fi`,

  fish: (name, commands) =>
    commands
      .flatMap((command) => {
        const within = `complete -c ${name} -n '__fish_seen_subcommand_from ${command.name}'`
        return [
          `complete -c ${name} -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.about)}`,
          ...(command.values.length > 0 ? [`${within} -f -a ${quoted(command.values.join(' '))}`] : []),
          ...command.options.map(({ names, about, takesValue, values }) =>
            [
              within,
              ...names.map((one) => (one.startsWith('--') ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`)),
              ...(takesValue ? ['-r'] : []),
              ...(values.length > 0 ? [`-f -a ${quoted(values.join(' '))}`] : []),
              `-d ${quoted(about)}`,
            ].join(' '),
          ),
        ]
      })
      .join('\n'),
}

function zshOption({ names, about, takesValue, values }: Completed['options'][number]): string[] {
  const value = takesValue ? `:value:${values.length > 0 ? `(${values.join(' ')})` : '_files'}` : ''
  return names.map((name) => quoted(`${name}[${about}]${value}`))
}

/** The first sentence, without what a shell's description may not contain. */
function summaryOf(description: string): string {
  return description.replace(/[.:;,(].*$/s, '').replaceAll(/[[\]'"]/g, '')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
