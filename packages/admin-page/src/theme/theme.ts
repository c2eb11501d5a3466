import { useState } from 'react'
import { readSetting, writeSetting } from '../settings.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Called before anything is painted: applies the chosen theme, otherwise the system's. */
export function applyTheme(): void {
  show(storedTheme())
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  return [
    theme,
    (chosen) => {
      writeSetting('theme', chosen === 'system' ? null : chosen)
      show(chosen)
      setTheme(chosen)
    },
  ]
}

function storedTheme(): Theme {
  const stored = readSetting('theme')
  return themes.find((theme) => theme === stored) ?? 'system'
}

function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
