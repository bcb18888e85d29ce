import { type SavedView, userSettings, viewsMost } from '../../../contract/users/settings.ts'
import { useRead, useRefresh } from '../../../kit/cache.tsx'
import { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePerson } from '../../scope/person.tsx'

export interface Views {
  readonly saved: readonly SavedView[]
  /** True when the user is known. */
  readonly canSave: boolean
  /** Saves a view; replaces one with the same name. */
  put(view: SavedView): Promise<void>
  remove(name: string): Promise<void>
}

/** Attempts to save when another tab saves at the same time. */
const triesMost = 5

/** The user's own saved views of a list, stored on the platform. */
export function useViews(name: string): Views {
  const { send } = useRuntime()
  const refresh = useRefresh()
  const viewer = usePerson()
  const userId = viewer.state === 'known' ? viewer.person?.user_id : undefined
  const path = userId === undefined ? undefined : { userId, name: `views.${name.replaceAll('_', '-')}` }
  const { data } = useRead(userSettings.one, path ? { path } : null)
  const saved = data?.value?.views ?? []

  async function change(edit: (views: readonly SavedView[]) => readonly SavedView[]) {
    if (!path) return
    // Another tab may save at the same time. After a conflict, read its views and apply this change to them.
    for (let attempt = 1; ; attempt++) {
      const { value } = await send(userSettings.one, { path })
      const views = [...edit(value?.views ?? [])]
      if (views.length > viewsMost) throw new Problem({ kind: 'conflict' })
      try {
        await send(userSettings.change, { path, body: { value: { columns: value?.columns ?? [], views }, seen: value } })
        break
      } catch (problem) {
        if (attempt === triesMost || !(problem instanceof Problem) || problem.status !== 412) throw problem
      }
    }
    refresh(userSettings.one)
  }
  return {
    saved,
    canSave: path !== undefined,
    put: (view) => change((views) => [...views.filter((one) => one.name !== view.name), view]),
    remove: (removedName) => change((views) => views.filter((one) => one.name !== removedName)),
  }
}
