import type { Memory } from '../memory.ts'

/** A form of the page, as far as it is kept when a session ends. */
export interface KeptForm {
  /** Tells it from the others at its address. */
  readonly name: string
  /** What was filled in and not sent, without what nobody may keep; nothing where nothing was. */
  changes(): Readonly<Record<string, unknown>> | undefined
}

/** Whoever is signed in, and the store of the tab that keeps what they typed. */
interface Keeper {
  readonly sub: string
  readonly memory: Memory
}

const prefix = 'placard-form.'
const forms = new Set<KeptForm>()
let keeper: Keeper | undefined
let isLetGo = false

/** The page of an address: a filter in its query is no other page. */
const pageIn = (url: string) => url.replace(/\?[^#]*/, '').replace(/(#[^?]*)\?.*$/s, '$1')
const isThing = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What comes back from text as it was; a file does not, nor does anything with a life of its own. */
function isPlain(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlain)
  return isThing(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

function parsed(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isThing(value) ? value : undefined
  } catch {
    return undefined
  }
}

const plainOf = (changes: Readonly<Record<string, unknown>>) => Object.entries(changes).filter(([, value]) => isPlain(value))

/** Says who is signed in; what somebody else typed in this tab is theirs alone, and goes. */
export function keepFormsFor(sub: string, memory: Memory) {
  keeper = { sub, memory }
  isLetGo = false
  for (const key of memory.keys(prefix)) if (!key.startsWith(`${encodeURIComponent(sub)} `)) memory.remove(prefix + key)
}

const keyOf = ({ sub }: Keeper, url: string, name: string) => `${prefix}${encodeURIComponent(sub)} ${pageIn(url)} ${name}`

/** Counts a form in, until what comes back is called. */
export function watchForm(form: KeptForm) {
  forms.add(form)
  return () => void forms.delete(form)
}

/** Keeps what was typed and not sent; from then on nobody needs to be asked whether it may be lost. */
export function keepForms(url: string) {
  if (!keeper) return
  for (const form of forms) {
    const kept = plainOf(form.changes() ?? {})
    if (kept.length > 0) keeper.memory.set(keyOf(keeper, url, form.name), JSON.stringify(Object.fromEntries(kept)))
  }
  isLetGo = true
}

/** Whether what is on the page has been kept, because the page is about to go. */
export const areFormsKept = () => isLetGo

/** Whether something that was typed at an address waits for its form. */
export const hasKeptForm = (url: string) => keeper !== undefined && keeper.memory.keys(keyOf(keeper, url, '')).length > 0

/** Gives once what was typed in a form before the session ended. */
export function takeForm(url: string, name: string): Readonly<Record<string, unknown>> | undefined {
  if (!keeper) return undefined
  const key = keyOf(keeper, url, name)
  const kept = parsed(keeper.memory.get(key))
  if (kept) keeper.memory.remove(key)
  return kept
}
