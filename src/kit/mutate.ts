import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { type Call, type Endpoint, endpointName, type Result } from '../contract/endpoint.ts'
import { ifMatch, type SendOptions } from './api.ts'
import { useRefresh } from './cache.tsx'
import { useElementContext } from './host/element-context.tsx'
import { createRetryKeys } from './idempotent-write.ts'
import { asProblem, type Problem, problemText } from './problem.ts'
import { useRuntime } from './runtime.tsx'
import { prepareUndo, type UndoableAction, useUndo } from './undo.ts'

type Undo = UndoableAction['undo']

/** Parts of the contract, or a function that loads their list. */
export type Stale = readonly object[] | (() => Promise<readonly object[]>)

/** What follows a successful write. */
export interface Effects<Done> {
  /** Parts of the contract whose cached responses become stale, such as the record and every list that contains it. */
  readonly stale?: Stale
  /** Emits the event for the host page. */
  readonly event?: (done: Done) => void
  /** Title of the notice. Without it there is no notice. */
  readonly title?: string
  readonly text?: string | ((done: Done) => string)
  /** Adds Undo to the notice. If it resolves to undefined, the write cannot be undone here and there is no notice. */
  readonly undo?: (done: Done) => Undo | undefined | Promise<Undo | undefined>
  /** What a forced undo would overwrite. */
  readonly changedText?: string
  /** Title of the notice after an undo. */
  readonly undoneTitle?: string
  /** How long the notice is shown. */
  readonly durationMs?: number
  /** Wraps the invalidation. A list that already shows the change passes a function that excludes itself. */
  readonly wrapInvalidation?: ((invalidate: () => void) => void) | undefined
}

/** How to send one call of the contract. */
export interface Mutation<Done> extends Effects<Done>, Pick<SendOptions, 'idempotencyKey' | 'timeoutMs'> {
  /** The version that the user saw, sent as If-Match. */
  readonly version?: number | undefined
}

/** How long a notice about a failed action is shown. Longer than other notices, because it has a reason to read. */
const failureMs = 10_000

/** Errors after which the record on screen may be out of date. */
const suggestsOldRecord = ({ kind }: Problem) => kind === 'conflict' || kind === 'missing'

/**
 * `mutate` sends one call and applies the effects, `run` runs any other write and then the same effects, `applyEffects` is for a
 * write that is done already. `showError` shows why a write was rejected.
 */
export function useMutate() {
  const { send, responseCache } = useRuntime()
  const { i18n } = useLingui()
  const { notify } = useElementContext()
  const refresh = useRefresh()
  const offerUndo = useUndo()
  const [withKey] = useState(createRetryKeys)

  async function showNotice<Done>(done: Done, { title, text, undo, changedText, undoneTitle, durationMs }: Effects<Done>) {
    if (title === undefined) return
    const notice = {
      title,
      ...(text !== undefined && { text: typeof text === 'function' ? text(done) : text }),
      ...(durationMs !== undefined && { durationMs }),
    }
    if (!undo) return notify({ kind: 'success', ...notice })
    const undoAction = await undo(done)
    if (undoAction)
      offerUndo({
        ...notice,
        undo: undoAction,
        ...(changedText !== undefined && { changedText }),
        ...(undoneTitle !== undefined && { undoneTitle }),
      })
  }
  const invalidate = async ({
    stale = [],
    wrapInvalidation = (refreshStale) => refreshStale(),
  }: Pick<Effects<never>, 'stale' | 'wrapInvalidation'>) => {
    // Without the list, every response is stale.
    const branches = typeof stale === 'function' ? await stale().catch(() => undefined) : stale
    if (!branches) responseCache.refresh()
    else if (branches.length > 0) wrapInvalidation(() => refresh(...branches))
  }

  /** Emits the event, shows the notice and invalidates responses. */
  async function applyEffects<Done>(done: Done, effects: Effects<Done>): Promise<Done> {
    effects.event?.(done)
    await showNotice(done, effects)
    await invalidate(effects)
    return done
  }

  /** Runs a write and applies its effects. Rejects if the write fails. */
  async function run<Done>(write: () => Promise<Done>, effects: Effects<Done>): Promise<Done> {
    if (effects.undo) prepareUndo()
    const done = await write().catch(async (error: unknown) => {
      const { stale = [] } = effects
      if (suggestsOldRecord(asProblem(error))) await invalidate({ stale })
      throw error
    })
    return applyEffects(done, effects)
  }

  /**
   * Sends one call and applies its effects: with If-Match if a version is given, and with an idempotency key if the endpoint takes
   * one. A retry of the same call uses the same key.
   */
  function mutate<E extends Endpoint>(endpoint: E, call: Call<E>, mutation: Mutation<Result<E>> = {}): Promise<Result<E>> {
    const { version, idempotencyKey, timeoutMs, ...effects } = mutation
    const options = { ...(version !== undefined && ifMatch(version)), ...(timeoutMs !== undefined && { timeoutMs }) }
    if (!endpoint.idempotent) return run(() => send(endpoint, call, options), effects)
    const write = (key: string) => send(endpoint, call, { ...options, idempotencyKey: idempotencyKey ?? key })
    return run(() => withKey(JSON.stringify([endpointName(endpoint), call, version]), write), effects)
  }

  /** Returns the handler of a rejected write: it shows a notice with the reason. `textOf` replaces the text of some problems. */
  const showError =
    (title: string, textOf?: (problem: Problem) => string | undefined) =>
    (error: unknown): undefined => {
      const problem = asProblem(error)
      notify({ kind: 'error', title, text: textOf?.(problem) ?? problemText(problem, i18n), durationMs: failureMs })
    }

  return { mutate, run, applyEffects, showError }
}

/** The state of a write on screen: whether it is pending, and why the last one failed. */
export function useAttempt() {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  /** Resolves to undefined if the write fails. */
  async function attempt<Done>(write: Promise<Done>): Promise<Done | undefined> {
    setPending(true)
    try {
      const done = await write
      setProblem(undefined)
      return done
    } catch (error) {
      setProblem(asProblem(error))
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { isPending, problem, attempt }
}
