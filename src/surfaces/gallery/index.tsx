import type declaration from '../../../elements/ad-gallery.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './gallery.css'
import { routes } from './routes.ts'

addStyles(css)

export type GalleryProps = SurfaceProps<typeof declaration>

const pages = {
  '': 'Basics and states',
  fields: 'Fields',
  choosing: 'Choosing',
  tables: 'Tables',
  overlays: 'Overlays',
  places: 'Places',
  context: 'Context',
}

/** All UI components in every state, for developers. */
export default function Gallery() {
  const { pathname, go } = usePath()
  return (
    <div className="gallery">
      <nav aria-label="Gallery">
        {Object.entries(pages).map(([path, title]) => (
          <a
            key={path}
            href={`/ui/${path}`.replace(/\/$/, '')}
            aria-current={path === pathname ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              go(path, title)
            }}
          >
            {title}
          </a>
        ))}
      </nav>
      <Screens routes={routes} />
    </div>
  )
}
