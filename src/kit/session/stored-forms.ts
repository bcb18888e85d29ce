import type { SafeStorage } from '../safe-storage.ts'

/** A form whose unsaved input is stored when a session ends. */
export interface StoredForm {
  /** Unique among the forms of its URL. */
  readonly name: string
  /** The unsaved input without values that must not be stored; undefined if there is none. */
  changes(): Readonly<Record<string, unknown>> | undefined
}

/** The signed-in user, and the tab's storage for their input. */
interface FormOwner {
  readonly sub: string
  readonly memory: SafeStorage
}

const prefix = 'placard-form.'
const forms = new Set<StoredForm>()
let owner: FormOwner | undefined
let areStored = false

/** The page of a URL. Its query is ignored, because a filter does not make another page. */
const pageIn = (url: string) => url.replace(/\?[^#]*/, '').replace(/(#[^?]*)\?.*$/s, '$1')
const isThing = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value survives JSON unchanged; files and class instances do not. */
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

/** Sets the signed-in user, and deletes the stored input of other users in this tab. */
export function setFormOwner(sub: string, memory: SafeStorage) {
  owner = { sub, memory }
  areStored = false
  for (const key of memory.keys(prefix)) if (!key.startsWith(`${encodeURIComponent(sub)} `)) memory.remove(prefix + key)
}

const keyOf = ({ sub }: FormOwner, url: string, name: string) => `${prefix}${encodeURIComponent(sub)} ${pageIn(url)} ${name}`

/** Registers a form until the returned function is called. */
export function watchForm(form: StoredForm) {
  forms.add(form)
  return () => void forms.delete(form)
}

/** Stores the unsaved input of all forms; after that, leaving the page needs no confirmation. */
export function storeForms(url: string) {
  if (!owner) return
  for (const form of forms) {
    const values = plainOf(form.changes() ?? {})
    if (values.length > 0) owner.memory.set(keyOf(owner, url, form.name), JSON.stringify(Object.fromEntries(values)))
  }
  areStored = true
}

/** Whether the unsaved input has been stored because the page is about to close. */
export const areFormsStored = () => areStored

/** Whether stored input of a URL waits for its form. */
export const hasStoredForm = (url: string) => owner !== undefined && owner.memory.keys(keyOf(owner, url, '')).length > 0

/** Returns once the input that a form had before the session ended. */
export function takeStoredForm(url: string, name: string): Readonly<Record<string, unknown>> | undefined {
  if (!owner) return undefined
  const key = keyOf(owner, url, name)
  const values = parsed(owner.memory.get(key))
  if (values) owner.memory.remove(key)
  return values
}
