<?php

require_once '/usr/share/simplesamlphp/lib/_autoload.php';

$gatehouse = new \SimpleSAML\Auth\Simple('gatehouse');
$gatehouse->requireAuth();

header('Content-Type: application/json');
echo json_encode([
    'id' => $gatehouse->getAuthData('saml:sp:NameID')->getValue(),
    'attributes' => $gatehouse->getAttributes(),
]);
