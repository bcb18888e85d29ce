import { useMemo, useSyncExternalStore } from 'react'
import { maxTableColumns, type TableSettings, userSettings } from '../../contract/users/settings.ts'
import type { Send } from '../../kit/api.ts'
import { type Runtime, useRuntime } from '../../kit/runtime.tsx'
import type { ColumnPreference } from '../../ui/table/column-choice.ts'
import { useViewer } from '../scope/viewer.tsx'

/** The user's columns of one table, stored on the platform if there is a user. */
export interface TableSettingsStore {
  preferences(): readonly ColumnPreference[]
  setPreferences(preferences: readonly ColumnPreference[]): void
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

const preferencesOf = ({ columns }: TableSettings): ColumnPreference[] =>
  columns.map(({ key, is_shown: isShown, width }) => ({ key, isShown, width }))
const settingsOf = (preferences: readonly ColumnPreference[]): TableSettings => ({
  columns: preferences.slice(0, maxTableColumns).map(({ key, isShown, width }) => ({ key, is_shown: isShown, ...(width && { width }) })),
})

/** Loads settings once, applies changes locally, saves debounced with `send`, because the store is shared and nothing follows; save errors are ignored. */
export function createTableSettingsStore({ send, userId, name, pauseMs = usualPauseMs }: SettingsStoreOptions): TableSettingsStore {
  const listeners = new Set<() => void>()
  let preferences: readonly ColumnPreference[] = []
  let isTouched = false
  let isRead = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const path = async () => {
    const id = await userId()
    return id === undefined ? undefined : { userId: id, name }
  }
  const update = (next: readonly ColumnPreference[]) => {
    preferences = next
    for (const listener of listeners) listener()
  }
  const read = async () => {
    const ownPath = await path()
    const value = ownPath && (await send(userSettings.one, { path: ownPath })).value
    // A change made while loading is newer than the loaded settings.
    if (value && !isTouched) update(preferencesOf(value))
  }
  const write = async () => {
    const ownPath = await path()
    if (ownPath) await send(userSettings.change, { path: ownPath, body: { value: settingsOf(preferences) } })
  }
  const ignoreErrors = (act: () => Promise<void>) => void act().catch(() => undefined)
  return {
    preferences: () => preferences,
    setPreferences: (next) => {
      isTouched = true
      update(next)
      clearTimeout(timer)
      timer = setTimeout(() => ignoreErrors(write), pauseMs)
    },
    onChange: (listener) => {
      if (!isRead) ignoreErrors(read)
      isRead = true
      listeners.add(listener)
      return () => listeners.delete(listener)
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
export function useTableSettings(name: string): Pick<TableSettingsStore, 'setPreferences'> & { preferences: readonly ColumnPreference[] } {
  const runtime = useRuntime()
  const viewer = useViewer()
  const id = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const store = useMemo(() => settingsStoreOf(runtime, name, id), [runtime, name, id])
  return { preferences: useSyncExternalStore(store.onChange, store.preferences), setPreferences: store.setPreferences }
}
