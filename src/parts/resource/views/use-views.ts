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
  const known = usePerson()
  const userId = known.state === 'known' ? known.person?.user_id : undefined
  const path = userId === undefined ? undefined : { userId, name: `views.${name.replaceAll('_', '-')}` }
  const { data } = useRead(userSettings.one, path ? { path } : null)
  const saved = data?.value?.views ?? []

  async function change(become: (views: readonly SavedView[]) => readonly SavedView[]) {
    if (!path) return
    // Another tab may save at the same time. After a conflict, read its views and apply this change to them.
    for (let tries = 1; ; tries++) {
      const { value } = await send(userSettings.one, { path })
      const views = [...become(value?.views ?? [])]
      if (views.length > viewsMost) throw new Problem({ kind: 'conflict' })
      try {
        await send(userSettings.change, { path, body: { value: { columns: value?.columns ?? [], views }, seen: value } })
        break
      } catch (problem) {
        if (tries === triesMost || !(problem instanceof Problem) || problem.status !== 412) throw problem
      }
    }
    refresh(userSettings.one)
  }
  return {
    saved,
    canSave: path !== undefined,
    put: (view) => change((views) => [...views.filter((one) => one.name !== view.name), view]),
    remove: (gone) => change((views) => views.filter((one) => one.name !== gone)),
  }
}
