import { useLingui } from '@lingui/react'
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
import { type ComponentType, lazy, memo, Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { type ElementContext, ElementContextProvider, useElementContext } from '../../src/kit/host/element-context.tsx'
import { type LeaveGuards, useGuardedPath } from '../../src/kit/host/leave-guards.ts'
import { createNoticeQueue, type NoticeQueue } from '../../src/kit/host/notice-queue.ts'
import { blockerTitle, Problem, problemText } from '../../src/kit/problem.ts'
import { type Runtime, RuntimeProvider } from '../../src/kit/runtime.tsx'
import { TranslationProvider } from '../../src/kit/translation-provider.tsx'
import { loadFont } from '../../src/ui/theme/font.ts'
import { retryFailedLazies } from '../../src/ui/lazy-idle.ts'
import type { Skeleton } from '../../src/ui/skeleton.ts'
import { cancelPrefetch } from './prefetch.ts'
import { BrokenElement, UntranslatedError } from './broken-element.tsx'
import type { Declaration } from './define.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notices } from './notices.tsx'
import { drawSkeleton } from './skeleton.ts'
import type { LoadTranslations } from '../../src/kit/translation-store.ts'

/** Long enough to read the notice and find the ad blocker. */
const blockedNoticeMs = 10_000

/** Props that the element's class passes to its React tree. */
export interface RootProps {
  readonly declaration: Declaration
  readonly load: LoadTranslations
  /** The surface's component, if it loaded before the first render. */
  readonly Loaded?: ComponentType<Record<string, unknown>> | undefined
  readonly container: ShadowRoot
  readonly runtime: Runtime
  /** Changes when the element gets another runtime. */
  readonly identity: number
  /** Incremented when the host calls `refresh()`. */
  readonly revision: number
  readonly language: string
  readonly emit: (type: string, detail: unknown) => boolean
  readonly ask: (type: string, detail: unknown) => Promise<boolean>
  readonly navigate: (path: string, title?: string) => void
  /** The leave guards of the components inside. */
  readonly leaving: LeaveGuards
  readonly own: Readonly<Record<string, unknown>>
  readonly path?: string | undefined
  readonly linkBase?: string | undefined
  readonly inherit?: boolean | undefined
}

const SkeletonView = ({ kind, host }: { kind: Skeleton; host: Element }) => (
  <div
    ref={(node) => {
      if (node) drawSkeleton(node, host, kind)
    }}
  />
)

/** Refetches everything when the host calls `refresh()`. */
function Refresher({ revision, runtime: { responseCache } }: Pick<RootProps, 'revision' | 'runtime'>) {
  useEffect(() => {
    if (revision > 0) responseCache.refresh()
  }, [revision, responseCache])
  return null
}

/** Removes the loader's skeleton, because React keeps existing nodes of a shadow root. */
function useRemoveSkeleton(container: ShadowRoot) {
  useLayoutEffect(() => {
    for (const child of [...container.children].filter(({ classList }) => classList.contains('waiting'))) child.remove()
  }, [container])
}

/** Mounts once the surface has rendered: cancels the prefetched requests it did not use, and emits `ad-ready`. */
const Ready = ({ emit, container }: Pick<RootProps, 'emit' | 'container'>) => {
  useEffect(() => {
    cancelPrefetch(container.host)
    emit('ad-ready', {})
  }, [emit, container])
  return null
}

/** Loads our font after the first paint, unless the element inherits the page's font. */
function FontLoader({ runtime, inherit }: Pick<RootProps, 'runtime' | 'inherit'>) {
  useEffect(() => {
    if (!inherit) void loadFont(inter, (error) => runtime.telemetry.report(error, 'font'))
  }, [inherit, runtime])
  return null
}

/** Shows a notice when requests are blocked; if several elements are affected, one of them shows it. */
function BlockedNotice({ runtime }: Pick<RootProps, 'runtime'>) {
  const { notify } = useElementContext()
  const { i18n } = useLingui()
  useEffect(() => {
    const reportError = (problem: Problem) =>
      notify({ kind: 'error', title: i18n._(blockerTitle), text: problemText(problem, i18n), durationMs: blockedNoticeMs })
    return runtime.onBlocked(reportError)
  }, [runtime, notify, i18n])
  return null
}

const detailOf = (error: unknown) => {
  if (error instanceof Problem)
    return { code: error.code, retryable: error.retryable, ...(error.requestId && { request_id: error.requestId }) }
  const isLoading = error instanceof TypeError && /import|module|fetch/i.test(error.message)
  return { code: isLoading ? 'load_failed' : 'crashed', retryable: true }
}

const notifier =
  (box: NoticeQueue, ask: RootProps['ask']): ElementContext['notify'] =>
  (notice) => {
    if (!box.isNew(notice)) return
    // The host cannot run a notice's action, so such a notice stays in the element.
    if (notice.act) return box.put(notice)
    const { kind, title, text = '', id, durationMs: duration } = notice
    void ask('ad-notice', { kind, title, text, ...(id && { id }), ...(duration && { duration }) }).then(
      (isOurs) => isOurs && box.put(notice),
    )
  }

function useCreateElementContext(tag: string, props: RootProps, box: NoticeQueue): ElementContext {
  const { container, language, linkBase = '', inherit = false, revision, emit, ask, leaving } = props
  const { path, navigate } = useGuardedPath(props.path ?? '', props.navigate, leaving)
  return useMemo(
    () => ({
      tag,
      locale: language,
      linkBase,
      isInheriting: inherit,
      root: container,
      path,
      revision,
      leaving,
      emit,
      ask,
      navigate,
      notify: notifier(box, ask),
    }),
    [tag, language, linkBase, inherit, container, path, revision, leaving, emit, ask, navigate, box],
  )
}

/** The tooltips of an element. Their code loads when the pointer or the focus first reaches an element that has one. */
function Tooltips({ root }: { readonly root: ShadowRoot }) {
  const [Layer, setLayer] = useState<ComponentType<{ readonly root: ShadowRoot }>>()
  useEffect(() => {
    if (Layer) return
    const closing = new AbortController()
    const load = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('[data-tooltip]'))) return
      import('../../src/ui/dialog/tooltip.tsx').then(
        ({ TooltipLayer }) => setLayer(() => TooltipLayer),
        () => undefined, // the next hover tries again
      )
    }
    for (const name of ['pointerover', 'focusin']) root.addEventListener(name, load, { signal: closing.signal })
    return () => closing.abort()
  }, [root, Layer])
  return Layer && <Layer root={root} />
}

/** The React tree of an element: runtime, messages, loading state, error boundary and surface. */
export function ElementRoot(props: RootProps) {
  const { declaration, load, runtime, identity, revision, language, emit, own } = props
  const { tag, skeleton } = declaration
  useRemoveSkeleton(props.container)
  const [attempt, setAttempt] = useState(0)
  const [box] = useState(createNoticeQueue)
  // A path change renders this twice. The memo prevents a second render of the surface, which reads its path from the context.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry reloads what failed
  const Surface = useMemo(() => memo(props.Loaded ?? lazy(declaration.surface)), [declaration, attempt])
  const element = useCreateElementContext(tag, props, box)
  const boundary = {
    resetKeys: [language, props.path, props.linkBase, ...Object.values(own)],
    onRetry: () => {
      runtime.responseCache.evictUnread()
      retryFailedLazies()
      setAttempt(attempt + 1)
    },
    onError: (error: unknown) => {
      runtime.telemetry.report(error, tag)
      emit('ad-error', detailOf(error))
    },
  }
  return (
    <RuntimeProvider key={identity} runtime={runtime}>
      <ElementContextProvider value={element}>
        <div className="island">
          <ErrorBoundary {...boundary} fallback={(error, retry) => <UntranslatedError error={error} retry={retry} />}>
            <Suspense fallback={<SkeletonView kind={skeleton} host={props.container.host} />}>
              <TranslationProvider load={load} locale={language}>
                <ErrorBoundary {...boundary} fallback={(error, retry) => <BrokenElement error={error} retry={retry} />}>
                  <Surface {...own} emit={emit} />
                  <Ready emit={emit} container={props.container} />
                  <FontLoader runtime={runtime} inherit={props.inherit} />
                </ErrorBoundary>
                <BlockedNotice runtime={runtime} />
                <Notices box={box} root={props.container} />
              </TranslationProvider>
            </Suspense>
          </ErrorBoundary>
          <Tooltips root={props.container} />
          <Refresher revision={revision} runtime={runtime} />
        </div>
      </ElementContextProvider>
    </RuntimeProvider>
  )
}
