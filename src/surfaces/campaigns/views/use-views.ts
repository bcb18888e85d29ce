import { type SavedView, userSettings, viewsMost } from '../../../contract/users/settings.ts'
import { useRead, useRefresh } from '../../../kit/cache.tsx'
import { Problem } from '../../../kit/problem.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import { usePerson } from '../../../parts/scope/person.tsx'

export interface Views {
  readonly saved: readonly SavedView[]
  /** Somebody is known whose views they are. */
  readonly canSave: boolean
  /** Keeps a view; one of the same name is replaced. */
  put(view: SavedView): Promise<void>
  remove(name: string): Promise<void>
}

/** So often what another tab kept meanwhile is read anew. */
const triesMost = 5

/** The views of a list that somebody has given names, kept on the platform for them alone. */
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
    // Another tab may keep one at the same time: what it kept is read anew, and this is done on top of it.
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
