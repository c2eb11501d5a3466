# CATALOG_AUTH_SECRET=… python3 mint_token.py <storefront> <person>
import base64, hashlib, hmac, json, os, sys, time


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


storefront, person = sys.argv[1:]
claims = {
    "sub": person,
    "storefront_id": storefront,
    "scope": "catalog:read catalog:import catalog:export",
    "exp": int(time.time()) + 15 * 60,
}
signed = ".".join(encode(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
secret = os.environ["CATALOG_AUTH_SECRET"].encode()
print(f"{signed}.{encode(hmac.new(secret, signed.encode(), hashlib.sha256).digest())}")
