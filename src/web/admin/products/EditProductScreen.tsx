import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { CalledOff } from '../callOff/CalledOff.tsx';
import type { ScreenProps } from '../routes.ts';
import { Conflict } from '../ui/Conflict.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ScreenFallback } from '../ui/ScreenFallback.tsx';
import { ProductForm } from './ProductForm.tsx';
import { $openFailure, editor, openProduct, save } from './productForm.store.ts';
import { compareProduct, statusChoices } from './products.ts';

export default function EditProductScreen({ params: { id = '' } }: ScreenProps) {
  const product = useStore(editor.$stored);
  const failure = useStore($openFailure);
  useEffect(() => void openProduct(id), [id]);
  if (failure) return <LoadFailure text={failure} back="products" onRetry={() => void openProduct(id)} />;
  if (product?.id !== id) return <ScreenFallback />;
  return (
    <>
      <CalledOff product={product} />
      <ProductForm
        form={editor.form}
        save="Güncelle"
        onSave={() => void save()}
        stored={product}
        statuses={statusChoices(product)}
      />
      <Conflict
        editor={editor}
        what="Bu atölye"
        compare={(values, theirs) => compareProduct(values, theirs, product)}
      />
    </>
  );
}
