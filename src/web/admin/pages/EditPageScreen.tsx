import type { ScreenProps } from '../routes.ts';
import { EditPage } from './EditPage.tsx';

/** A page of the site in its form. */
export default function EditPageScreen({ params }: ScreenProps) {
  return <EditPage name={params.id ?? ''} />;
}
