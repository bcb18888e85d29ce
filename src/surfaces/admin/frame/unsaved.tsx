import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'

/** One changed field, as the review shows it. */
export interface UnsavedRow {
  readonly field: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The unsaved changes of one form. */
export interface UnsavedPart {
  readonly id: string
  /** The name of the form. */
  readonly label: string
  readonly rows: readonly UnsavedRow[]
  /** Why it cannot be saved. */
  readonly disabledBecause?: string | undefined
  /** Resolves to whether it was saved. The form itself shows why it was not. */
  readonly save: () => Promise<boolean>
  readonly discard: () => void
}

interface Unsaved {
  readonly parts: readonly UnsavedPart[]
  readonly put: (part: UnsavedPart) => void
  readonly drop: (id: string) => void
}

const Current = createContext<Unsaved>({ parts: [], put: () => undefined, drop: () => undefined })

/** Collects the unsaved changes of all forms of a screen. */
export function UnsavedProvider({ children }: { readonly children: ReactNode }) {
  const [parts, setParts] = useState<readonly UnsavedPart[]>([])
  const unsaved = useMemo(
    () => ({
      parts,
      put: (part: UnsavedPart) =>
        setParts((all) => (all.some(({ id }) => id === part.id) ? all.map((one) => (one.id === part.id ? part : one)) : [...all, part])),
      drop: (id: string) => setParts((all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : all)),
    }),
    [parts],
  )
  return <Current value={unsaved}>{children}</Current>
}

/** The unsaved changes of the screen, in the order of its forms. */
export const useUnsavedParts = () => useContext(Current).parts

/** Shows the changes of a form in the bar as long as it has any. */
export function useUnsavedPart(part: UnsavedPart) {
  const { put, drop } = useContext(Current)
  const latest = useRef({ part, put, drop })
  latest.current = { part, put, drop }
  const { id, rows, disabledBecause } = part
  const text = JSON.stringify([rows, disabledBecause])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the changes count, not the object that holds them
  useEffect(() => {
    const now = latest.current
    if (now.part.rows.length === 0) return now.drop(id)
    now.put({
      ...now.part,
      save: () => latest.current.part.save(),
      discard: () => latest.current.part.discard(),
    })
  }, [id, text])
  useEffect(() => () => latest.current.drop(id), [id])
}
