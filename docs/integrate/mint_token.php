<?php
// CATALOG_AUTH_SECRET=… php mint_token.php <storefront> <person>
$encode = fn(string $data): string => rtrim(strtr(base64_encode($data), '+/', '-_'), '=');

[, $storefront, $person] = $argv;
$claims = [
    'sub' => $person,
    'storefront_id' => $storefront,
    'scope' => 'catalog:read catalog:import catalog:export',
    'exp' => time() + 15 * 60,
];
$signed = $encode(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $encode(json_encode($claims));
echo $signed . '.' . $encode(hash_hmac('sha256', $signed, getenv('CATALOG_AUTH_SECRET'), true)) . "\n";
