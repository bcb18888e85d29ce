import { useMemo, useSyncExternalStore } from 'react'
import { maxTableColumns, type TableSettings, userSettings } from '../../contract/users/settings.ts'
import type { Send } from '../../kit/api.ts'
import { type Runtime, useRuntime } from '../../kit/runtime.tsx'
import type { ColumnPreference } from '../../ui/table/column-choice.ts'
import { usePerson } from '../scope/person.tsx'

/** The user's columns of one table, stored on the platform if there is a user. */
export interface TableSettingsStore {
  choices(): readonly ColumnPreference[]
  choose(choices: readonly ColumnPreference[]): void
  onChange(hear: () => void): () => void
}

interface SettingsStoreOptions {
  readonly send: Send
  /** The user whose settings are stored; without one they stay in this page. */
  readonly userId: () => Promise<number | undefined>
  readonly name: string
  readonly pauseMs?: number
}

const usualPauseMs = 800

const choicesOf = ({ columns }: TableSettings): ColumnPreference[] =>
  columns.map(({ key, is_shown: isShown, width }) => ({ key, isShown, width }))
const settingsOf = (choices: readonly ColumnPreference[]): TableSettings => ({
  columns: choices.slice(0, maxTableColumns).map(({ key, isShown, width }) => ({ key, is_shown: isShown, ...(width && { width }) })),
})

/** Loads settings once, applies changes locally, saves debounced; save errors are ignored. */
export function createTableSettingsStore({ send, userId, name, pauseMs = usualPauseMs }: SettingsStoreOptions): TableSettingsStore {
  const hearers = new Set<() => void>()
  let choices: readonly ColumnPreference[] = []
  let isTouched = false
  let isRead = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const path = async () => {
    const id = await userId()
    return id === undefined ? undefined : { userId: id, name }
  }
  const become = (next: readonly ColumnPreference[]) => {
    choices = next
    for (const hear of hearers) hear()
  }
  const read = async () => {
    const own = await path()
    const value = own && (await send(userSettings.one, { path: own })).value
    // A change made while loading is newer than the loaded settings.
    if (value && !isTouched) become(choicesOf(value))
  }
  const write = async () => {
    const own = await path()
    if (own) await send(userSettings.change, { path: own, body: { value: settingsOf(choices) } })
  }
  const quietly = (act: () => Promise<void>) => void act().catch(() => undefined)
  return {
    choices: () => choices,
    choose: (next) => {
      isTouched = true
      become(next)
      clearTimeout(timer)
      timer = setTimeout(() => quietly(write), pauseMs)
    },
    onChange: (hear) => {
      if (!isRead) quietly(read)
      isRead = true
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
  }
}

const memories = new WeakMap<Runtime, Map<string, TableSettingsStore>>()

function settingsStoreOf(runtime: Runtime, name: string, id: number | undefined): TableSettingsStore {
  const ofRuntime = memories.get(runtime) ?? new Map<string, TableSettingsStore>()
  memories.set(runtime, ofRuntime)
  const key = `${id} ${name}`
  const memory = ofRuntime.get(key) ?? createTableSettingsStore({ send: runtime.send, userId: async () => id, name: `table.${name}` })
  ofRuntime.set(key, memory)
  return memory
}

/** The stored columns of a table; without a user they last until the page closes. */
export function useTableSettings(name: string): Pick<TableSettingsStore, 'choose'> & { choices: readonly ColumnPreference[] } {
  const runtime = useRuntime()
  const known = usePerson()
  const id = known.state === 'known' ? known.person?.user_id : undefined
  const memory = useMemo(() => settingsStoreOf(runtime, name, id), [runtime, name, id])
  return { choices: useSyncExternalStore(memory.onChange, memory.choices), choose: memory.choose }
}
