import { createStore } from 'zustand/vanilla'
import { checkFile, type FileLimits, type FileRejection } from './file-kinds.ts'

export interface UploadFileOptions {
  readonly signal: AbortSignal
  /** Called with the number of bytes sent. */
  readonly onProgress: (bytes: number) => void
}
export type UploadFile<R> = (file: File, options: UploadFileOptions) => Promise<R>

/** State of one file. */
export interface FileUpload<R = unknown> {
  readonly id: number
  readonly file: File
  readonly state: 'checking' | 'refused' | 'waiting' | 'sending' | 'sent' | 'failed' | 'cancelled'
  readonly bytes: number
  readonly refusal: FileRejection | undefined
  readonly result: R | undefined
  readonly error: unknown
}

/** Maximum number of parallel uploads. */
const maxParallel = 3
/** A file that was not accepted leaves its place to another one. */
const counts = (state: FileUpload['state']) => state !== 'refused' && state !== 'cancelled' && state !== 'failed'
const isSame = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified

export type UploadList<R> = ReturnType<typeof createUploadList<R>>

/** The files of one upload. Each is checked, queued and sent, and can be cancelled or retried. */
export function createUploadList<R>(send: UploadFile<R>, limits: () => FileLimits) {
  const { getState: files, setState, subscribe } = createStore<readonly FileUpload<R>[]>(() => [])
  let serial = 0
  const stopping = new Map<number, AbortController>()
  const set = (next: readonly FileUpload<R>[]) => setState(next, true)
  const find = (id: number) => files().find((item) => item.id === id)
  const change = (id: number, changes: Partial<FileUpload<R>>) =>
    set(files().map((item) => (item.id === id ? { ...item, ...changes } : item)))

  async function go(item: FileUpload<R>) {
    const stop = new AbortController()
    stopping.set(item.id, stop)
    change(item.id, { state: 'sending', bytes: 0, error: undefined })
    const onProgress = (bytes: number) => stop.signal.aborted || change(item.id, { bytes: Math.min(bytes, item.file.size) })
    try {
      const result = await send(item.file, { signal: stop.signal, onProgress })
      if (!stop.signal.aborted) change(item.id, { state: 'sent', bytes: item.file.size, result })
    } catch (error) {
      if (!stop.signal.aborted) change(item.id, { state: 'failed', error })
    }
    next()
  }

  function next() {
    const freeSlots = maxParallel - files().filter(({ state }) => state === 'sending').length
    for (const item of files()
      .filter(({ state }) => state === 'waiting')
      .slice(0, freeSlots))
      void go(item)
  }

  async function check(item: FileUpload<R>) {
    const refusal = await checkFile(item.file, limits())
    if (find(item.id)?.state !== 'checking') return
    change(item.id, refusal === true ? { state: 'waiting' } : { state: 'refused', refusal })
    next()
  }

  const isFull = () => files().filter(({ state }) => counts(state)).length >= limits().maxFiles

  function addFile(file: File) {
    const { maxFiles } = limits()
    const isThere = files().some(({ state, file: other }) => counts(state) && isSame(file, other))
    const refusal: FileRejection | undefined = isThere ? { code: 'same' } : isFull() ? { code: 'count', maxFiles } : undefined
    serial += 1
    const state = refusal ? 'refused' : 'checking'
    const item: FileUpload<R> = { id: serial, file, state, bytes: 0, refusal, result: undefined, error: undefined }
    // With one place, the next file replaces the one that was not accepted.
    set([...(maxFiles === 1 ? files().filter((other) => counts(other.state)) : files()), item])
    if (!refusal) void check(item)
  }

  const cancel = (id: number) => {
    const item = find(id)
    if (!item || item.state === 'sent') return
    change(id, { state: 'cancelled' })
    stopping.get(id)?.abort()
    next()
  }

  return {
    files,
    subscribe,
    add: (newFiles: Iterable<File>) => {
      for (const file of newFiles) addFile(file)
    },
    cancel,
    retry(id: number) {
      const item = find(id)
      if (item?.state !== 'failed' && item?.state !== 'cancelled') return
      if (isFull()) return change(id, { state: 'refused', refusal: { code: 'count', maxFiles: limits().maxFiles } })
      change(id, { state: 'checking', bytes: 0 })
      void check(item)
    },
    remove: (id: number) => {
      cancel(id)
      set(files().filter((item) => item.id !== id))
    },
    stop() {
      for (const [, stop] of stopping) stop.abort()
    },
  }
}
