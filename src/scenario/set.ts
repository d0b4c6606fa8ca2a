/**
 * A copy of a document with the field at `path` (`lock.ttl`, `clients.0.name`) set to `value`; objects on the way are made
 * where there are none. The result is not checked: parse it.
 */
export function setPath(document: unknown, path: string, value: unknown): unknown {
  return put(document, path.split('.'), value);
}

function put(into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(into)) {
    const copy = [...into];
    copy[Number(key)] = put(copy[Number(key)], rest, value);
    return copy;
  }
  const object = into !== null && typeof into === 'object' ? (into as Record<string, unknown>) : {};
  return { ...object, [key]: put(Object.hasOwn(object, key) ? object[key] : undefined, rest, value) };
}
