import { Empty } from '../../../ui/states.tsx'

export default function Overlays() {
  return <Empty heading="Overlays" text="Nothing is shown here yet." />
}
